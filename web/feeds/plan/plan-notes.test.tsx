import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { notesOf, PlanNotes } from "./plan-notes.tsx";

const keptCar = { productId: "1", name: "BMW X5", change: "gone", reason: "booked", feed: null };
const plan = {
  kept: Array.from({ length: 200 }, () => keptCar),
  repeated: [],
  leftOut: [
    { reason: 'fuel: unknown fuel "D"', times: 2 },
    { reason: "sheet not read: Vans (its headers differ from those of Cars)", times: 1 },
  ],
  leftOutReasons: 2,
  counts: { kept: 1_234, repeated: 0 },
} as unknown as FeedPlanAnswer;

it("says how many notes there are if it does not show all of them", () => {
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <PlanNotes feedId="f1" plan={plan} />
    </MemoryRouter>,
  );
  expect(page.match(/These are the first .*?\./g)).toEqual(["These are the first 200 of 1,234."]);
  expect(notesOf(plan)).toBe(1_236);
  expect(page).toContain('href="/dashboard/feeds/f1/columns"');
  expect(page).toMatch(/Sheets not read.*Vans \(its headers.*Facts left out.*unknown fuel/);
});
