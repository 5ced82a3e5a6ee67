import type { Fact } from "./car-facts.ts";

/** Facts in a line, which says only their values. `className` decides what becomes of facts that do not fit. */
export function FactLine({ facts, className }: { facts: readonly Fact[]; className: string }) {
  if (facts.length === 0) return null;
  return (
    <ul className={className}>
      {facts.map((fact) => (
        <li key={fact.label}>
          <span className="sr-only">{`${fact.label}: `}</span>
          <span>{fact.value}</span>
        </li>
      ))}
    </ul>
  );
}
