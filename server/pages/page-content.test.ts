import { expect, test } from "vitest";
import { contentOf } from "./page-content.ts";

test("a page's ETag changes with its text and with its parts", () => {
  const [bmw, audi] = [Buffer.from("<p>BMW</p>"), Buffer.from("<p>Audi</p>")];
  const { body, etag } = contentOf(["<main>", bmw, audi, "</main>"]);
  expect(String(body)).toBe("<main><p>BMW</p><p>Audi</p></main>");
  expect(contentOf(["<main>", Buffer.from(bmw), audi, "</main>"]).etag).toBe(etag);
  const others = [
    ["<main>", audi, bmw, "</main>"],
    ["<main>", bmw, bmw, "</main>"],
    ["<main>", bmw, "</main>"],
    ["<body>", bmw, audi, "</main>"],
  ];
  for (const other of others) expect(contentOf(other).etag).not.toBe(etag);
});
