import { findTestCard, type TestCard, testCards } from "#shared/payments/test-cards.ts";
import { formatCardNumber } from "./card-format.ts";

// One card per outcome; the others are collapsed.
const first = [
  "4242424242424242",
  "4000000000000002",
  "4000000000009995",
  "4000000000000069",
  "4000000000000127",
  "4000000000000119",
  "4000002760003184",
].flatMap((number) => findTestCard(number) ?? []);
const others = testCards.filter((card) => !first.includes(card));

/** All test cards; selecting one fills in the form. */
export function TestCardList({ onChoose }: { onChoose: (card: TestCard) => void }) {
  return (
    <section aria-labelledby="test-cards">
      <h2 id="test-cards" className="text-sm font-medium">
        Test cards
      </h2>
      <p className="mt-1 text-sm text-muted">
        Select one to fill in the form. Any number not listed here is declined.
      </p>
      <Cards cards={first} onChoose={onChoose} />
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer py-2 font-medium">
          {`${others.length} more test cards`}
        </summary>
        <Cards cards={others} onChoose={onChoose} />
      </details>
    </section>
  );
}

function Cards({
  cards,
  onChoose,
}: {
  cards: readonly TestCard[];
  onChoose: (card: TestCard) => void;
}) {
  return (
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
  );
}
