import { expect, test } from "vitest";
import { etagOf, withBody } from "./page-content.ts";

test("a page's ETag changes with its text and with its parts", () => {
  const bmw = Buffer.from("<p>BMW</p>");
  const audi = Buffer.from("<p>Audi</p>");
  const etag = etagOf(["<main>", bmw, audi, "</main>"]);
  expect(etagOf(["<main>", Buffer.from(bmw), audi, "</main>"])).toBe(etag);
  const others = [
    ["<main>", audi, bmw, "</main>"],
    ["<main>", bmw, bmw, "</main>"],
    ["<main>", bmw, "</main>"],
    ["<body>", bmw, audi, "</main>"],
  ];
  for (const other of others) expect(etagOf(other)).not.toBe(etag);
});

test.each([1, 400_000])(
  "pages of %i and more characters do not disturb each other",
  async (size) => {
    const read = (text: string) =>
      withBody(["€".repeat(size), Buffer.from(text), "é\ud800"], async (body) => {
        await new Promise(setImmediate);
        return String(body);
      });
    const bodies = () => Promise.all(["one", "two", "three"].map(read));
    const expected = ["one", "two", "three"].map((text) => `${"€".repeat(size)}${text}é\ufffd`);
    expect(await bodies()).toEqual(expected);
    expect(await bodies()).toEqual(expected);
    await expect(withBody(["x"], () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await bodies()).toEqual(expected);
  },
);
