/** A phone number as it was typed, which phones can call if the server could read it. */
export function PhoneLink({ phone, link }: { phone: string; link: string | null }) {
  if (link === null) return <span>{phone}</span>;
  return (
    <a href={link} className="text-link">
      {phone}
    </a>
  );
}
