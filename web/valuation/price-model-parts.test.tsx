import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { PriceModelVersion } from "#shared/valuation/price-model-contract.ts";
import { CurrentVersion } from "./price-model-parts.tsx";

const version: PriceModelVersion = {
  id: 7,
  trainedAt: "2026-11-23T03:17:00.000Z",
  isUsed: true,
  listings: 1_000,
  trainedOn: 980,
  outliers: 20,
  heldOut: 100,
  heldOutOutliers: 2,
  medianError: 0.05,
  errorBefore: null,
  bands: [],
  market: [{ make: "Audi", cars: 12, others: 588, medianError: 0.11 }],
  stock: { sold: 41, from: "2026-03-02T09:00:00.000Z", to: "2026-11-22T18:00:00.000Z" },
  note: null,
};
const draw = (current: PriceModelVersion) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <CurrentVersion current={current} />
    </MemoryRouter>,
  );

it("names the makes with too few cars", () => {
  expect(draw(version)).toContain("Estimated from 588 cars of other makes, median error 11.0%");
});

it("says how many of the cars kept apart are not counted in the interval", () => {
  expect(draw(version)).toContain("2 cars, not counted in the 80% interval");
  for (const heldOutOutliers of [0, null])
    expect(draw({ ...version, heldOutOutliers })).not.toContain("not counted");
});

it("says how many of the cars were sold, and when they were listed", () => {
  const page = draw(version);
  expect(page).toContain("1,000, of which 41 sold");
  expect(page).toContain("Mar 2, 2026 to Nov 22, 2026");
});

it("shows the version that a process of an earlier release sent, which has no such makes", () => {
  const { market: _market, stock: _stock, heldOutOutliers: _absurd, ...earlier } = version;
  const page = draw(earlier as PriceModelVersion);
  expect(page).toContain("980 cars");
  expect(page).not.toContain("too few cars");
  expect(page).not.toContain("sold");
});
