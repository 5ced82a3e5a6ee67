/** One to five stars, read as text. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span className="whitespace-nowrap text-brass-ink">
      <span aria-hidden="true">{"★".repeat(stars) + "☆".repeat(5 - stars)}</span>
      <span className="sr-only">{`${stars} of 5 stars`}</span>
    </span>
  );
}
