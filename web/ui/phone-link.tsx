/** A phone number that phones can call. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone.replace(/[^+\d]/g, "")}`} className="text-link">
      {phone}
    </a>
  );
}
