import type { CardListing } from "#shared/listings/listing-contract.ts";
import { cardFacts } from "./car-facts.ts";

/** The facts that people compare first, in one line, which ends in an ellipsis if it is too long. */
export function CardFacts({ product }: { product: CardListing }) {
  const facts = cardFacts(product);
  if (facts.length === 0) return null;
  return (
    <ul className="card-facts">
      {facts.map((fact) => (
        <li key={fact.label}>
          <span className="sr-only">{`${fact.label}: `}</span>
          <span>{fact.value}</span>
        </li>
      ))}
    </ul>
  );
}
