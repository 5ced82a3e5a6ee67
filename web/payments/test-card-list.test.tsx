import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { testCards } from "#shared/payments/test-cards.ts";
import { digitsOf } from "./card-format.ts";
import { checkCard } from "./check-card.ts";
import { TestCardList } from "./test-card-list.tsx";

const page = renderToStaticMarkup(<TestCardList onChoose={() => undefined} />);
const listed = [...page.matchAll(/>([\d ]{12,})</g)].map(([, number]) => digitsOf(number!));

const isTaken = (number: string) =>
  checkCard({ number, expiry: "12 / 45", cvc: "123" }, new Date("2026-11-22")).number === undefined;

it("lists every card the simulator knows, once", () => {
  expect([...listed].sort()).toEqual(testCards.map((card) => card.number).sort());
});

it("is right that any other number is refused", () => {
  expect(page).toContain("Any number not listed here is declined.");
  expect(["5105105105105100", "4000002500003155"].map(isTaken)).toEqual([true, true]);
  expect(["4111111111111111", "5425233430109903"].map(isTaken)).toEqual([false, false]);
});
