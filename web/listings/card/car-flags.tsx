import type { CarFlagAnswer } from "#shared/car-history/car-history-contract.ts";

/** What does not fit an earlier listing of the same VIN. */
export function CarFlags({ flags }: { flags: readonly CarFlagAnswer[] }) {
  if (flags.length === 0) return null;
  return (
    <ul className="mb-4 space-y-2 border-l-2 border-brass pl-4">
      {flags.map((flag) => (
        <li key={flag.after.at}>{flag.text}</li>
      ))}
    </ul>
  );
}
