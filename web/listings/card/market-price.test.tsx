import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MarketPrice } from "./market-price.tsx";

const draw = (given: object = {}) =>
  renderToStaticMarkup(
    <MarketPrice product={{ originalPrice: 30_000, currency: "USD" }} {...given} />,
  ).replace(/<[^>]+>/g, "");

it("says whose figure it is, also on cards", () => {
  expect(draw()).toBe("Market Price $30,000 given by the seller");
  expect(draw({ isOnCard: true })).toBe("Market Price $30,000 seller&#x27;s figure");
});
