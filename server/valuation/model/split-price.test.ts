import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitPrice } from "./split-price.ts";

const anyBase = fc.double({ min: Math.log(10_000), max: Math.log(1e11), noNaN: true });
const someParts = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), {
  minLength: 1,
  maxLength: 9,
});

/** Prices beyond this are not exact as numbers. */
const mostLog = Math.log(1e13);
const sumOf = (parts: number[]) => parts.reduce((sum, part) => sum + part, 0);

describe("splitting a price", () => {
  it("adds up to the estimate to the cent, whatever the parts are", () => {
    fc.assert(
      fc.property(anyBase, someParts, (base, parts) => {
        fc.pre(base + sumOf(parts) <= mostLog);
        const { baseMinor, estimateMinor, amountsMinor } = splitPrice(base, parts);
        expect(amountsMinor.reduce((sum, amount) => sum + amount, baseMinor)).toBe(estimateMinor);
        expect(estimateMinor).toBe(Math.round(Math.exp(base + sumOf(parts))));
      }),
      { numRuns: 1_000 },
    );
  });

  it("gives each amount the sign of its part and equal parts equal amounts", () => {
    fc.assert(
      fc.property(anyBase, someParts, (base, parts) => {
        fc.pre(base + 2 * sumOf(parts) <= mostLog);
        const { amountsMinor } = splitPrice(base, [...parts, ...parts]);
        for (const [at, part] of parts.entries()) {
          expect(
            Math.abs(amountsMinor[at]! - amountsMinor[at + parts.length]!),
          ).toBeLessThanOrEqual(2);
          if (Math.abs(amountsMinor[at]!) > 2)
            expect(Math.sign(amountsMinor[at]!)).toBe(Math.sign(part));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("leaves the base as it is if nothing differs", () => {
    expect(splitPrice(Math.log(1_500_000), [0, 0])).toEqual({
      baseMinor: 1_500_000,
      estimateMinor: 1_500_000,
      amountsMinor: [0, 0],
    });
  });
});
