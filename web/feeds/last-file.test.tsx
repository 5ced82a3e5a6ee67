import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { LastFile } from "./last-file.tsx";

const draw = (createdAt: string | null, lastAt: string | null) => {
  const lastPlan = createdAt && { file: "stock.csv", createdAt };
  const feed = { lastPlan, fetch: lastAt && { lastAt } } as unknown as FeedAnswer;
  const text = renderToStaticMarkup(<LastFile {...feed} />);
  return {
    text: text
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
    at: /dateTime="([^"]*)"/i.exec(text)?.[1],
  };
};
const monday = "2026-11-23T05:00:00.000Z";
const friday = "2026-11-27T05:00:00.000Z";

it("shows when a file without changes was fetched, not when the last plan was made", () => {
  const { text, at } = draw(monday, friday);
  expect(text).toMatch(/^stock\.csv Fetched Nov 27, 2026/);
  expect(at).toBe(friday);
});

it("shows when a file was uploaded that is newer than the fetched one", () => {
  expect(draw(friday, monday)).toMatchObject({ at: friday });
  expect(draw(friday, null).text).toMatch(/^stock\.csv Read Nov 27, 2026/);
  expect(draw(null, null).text).toBe("None yet");
});
