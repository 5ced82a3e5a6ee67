/** An email address in a table: on one line, cut off if it doesn't fit. Its tooltip has all of it. */
export function EmailAddress({ email }: { email: string }) {
  return (
    <span
      title={email}
      className="inline-block max-w-full overflow-clip md:max-xl:max-w-36 align-baseline text-ellipsis whitespace-nowrap"
    >
      {email}
    </span>
  );
}
