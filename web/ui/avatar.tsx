/** The account's photo, or the initial of its name. */
export function Avatar({ name, photoURL }: { name: string; photoURL?: string | null | undefined }) {
  if (photoURL)
    return (
      <img
        src={photoURL}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        className="size-10 shrink-0 rounded-full border border-line object-cover"
      />
    );
  return (
    <span
      aria-hidden="true"
      className="grid size-10 shrink-0 place-items-center rounded-full border border-line bg-well text-sm text-muted"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
