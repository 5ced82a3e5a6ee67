import type { CardListing } from "#shared/listings/listing-contract.ts";
import { comparedFacts } from "../card/car-facts.ts";

/** The facts that people compare first, in one line. */
export function ComparedFacts({ product }: { product: CardListing }) {
  const facts = comparedFacts(product);
  if (facts.length === 0) return null;
  return (
    <ul className="fact-line">
      {facts.map((fact) => (
        <li key={fact.label}>
          <span className="sr-only">{`${fact.label}: `}</span>
          <span>{fact.value}</span>
        </li>
      ))}
    </ul>
  );
}
