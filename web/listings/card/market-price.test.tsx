import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MarketPrice } from "./market-price.tsx";

const draw = (given: object = {}, priceRating: { difference: number } | null = null) =>
  renderToStaticMarkup(
    <MarketPrice
      product={{
        originalPrice: 30_000,
        resalePrice: 20_000,
        currency: "USD",
        priceRating: priceRating && { label: "fair", title: "", text: "", ...priceRating },
      }}
      {...given}
    />,
  ).replace(/<[^>]+>/g, "");

it("says whose figure it is, also on cards", () => {
  expect(draw()).toBe("Market Price $30,000 given by the seller");
  expect(draw({ isOnCard: true })).toBe("Market Price $30,000 seller&#x27;s figure");
});

it("says our estimate beside a figure that is more than a quarter above it", () => {
  const onCard = (difference: number) => draw({ isOnCard: true }, { difference });
  expect(onCard(-4_000)).toBe("Market Price $30,000 seller&#x27;s figure");
  expect(onCard(-3_999.5)).toBe("Market Price $30,000 seller&#x27;s figure We estimate $24,000");
});
