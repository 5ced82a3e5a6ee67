import { type TestCard, testCards } from "#shared/payments/test-cards.ts";
import { formatCardNumber } from "./card-format.ts";

// One card for each way a payment can go; the whole list is longer than anybody reads.
const shown = [
  "4242424242424242",
  "4000000000000002",
  "4000000000009995",
  "4000000000000069",
  "4000000000000127",
  "4000000000000119",
  "4000002760003184",
];

/** The simulator's test cards; pressing one fills it in. */
export function TestCardList({ onChoose }: { onChoose: (card: TestCard) => void }) {
  const cards = shown.flatMap((number) => testCards.find((card) => card.number === number) ?? []);
  return (
    <section aria-labelledby="test-cards">
      <h2 id="test-cards" className="text-sm font-medium">
        Test cards
      </h2>
      <p className="mt-1 text-sm text-muted">Press one to fill it in. No other number is taken.</p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {cards.map((card) => (
          <li key={card.number}>
            <button
              type="button"
              onClick={() => onChoose(card)}
              className="flex min-h-10 w-full flex-wrap items-baseline justify-between gap-x-6 py-2 text-left text-sm transition-colors hover:text-action-ink"
            >
              <span className="font-medium whitespace-nowrap">{formatCardNumber(card.number)}</span>{" "}
              <span className="text-muted">{card.happens}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
