import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SellerReviews } from "./seller-reviews.tsx";

test("a star's bar is its share of all reviews", () => {
  const html = renderToStaticMarkup(
    <SellerReviews
      listingId="a"
      count={4}
      average={null}
      spread={[0, 0, 0, 1, 3]}
      reviews={[]}
      nextCursor={null}
    />,
  );
  expect([...html.matchAll(/width:([\d.]+%)/g)].map(([, width]) => width)).toEqual([
    "75%",
    "25%",
    "0%",
    "0%",
    "0%",
  ]);
});
