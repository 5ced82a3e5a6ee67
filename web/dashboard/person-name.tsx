/** A user in a table: photo, if there is one and room for it, and name. */
export function PersonName({ name, photoURL }: { name: string; photoURL: string | null }) {
  return (
    <span className="flex items-center gap-3 max-md:flex-row-reverse">
      {photoURL ? (
        <img
          src={photoURL}
          alt=""
          width={36}
          height={36}
          loading="lazy"
          className="size-9 shrink-0 rounded-full md:max-xl:hidden border border-line object-cover"
        />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 md:max-xl:hidden place-items-center rounded-full border border-line bg-well text-sm text-muted"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <span>{name}</span>
    </span>
  );
}
