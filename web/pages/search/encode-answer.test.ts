import { expect, test } from "vitest";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";
import { embedAnswer, encodeAnswer } from "./encode-answer.ts";

const answer = {
  listings: [
    { _id: "1", name: 'A "small" BMW' },
    { _id: "2", name: "Audi </script>" },
  ],
  total: 2,
  nextCursor: null,
  previousCursor: "first",
  filters: { make: ["BMW"] },
  understood: [],
  text: "",
  notes: [],
  relaxations: [],
  facets: { make: [{ value: "BMW", count: 1, selected: true }] },
} as unknown as PageSearchAnswer;

test("has all of an answer, the first time and from kept parts", () => {
  for (const _ of [1, 2]) expect(JSON.parse(encodeAnswer(answer))).toEqual(answer);
  const [first] = answer.listings;
  const other = { ...answer, listings: [first!], total: 1 };
  expect(JSON.parse(encodeAnswer(other))).toEqual(other);
});

test("has an answer without cars or facets", () => {
  const { facets: _facets, ...empty } = { ...answer, listings: [], total: 0 };
  expect(JSON.parse(encodeAnswer(empty))).toEqual(empty);
});

test("embeds an answer in a script that no text of it ends", () => {
  const html = Buffer.concat(embedAnswer(answer).map((piece) => Buffer.from(piece))).toString();
  const [, json] = /^<script type="application\/json" id="[a-z-]+">([^<]*)<\/script>$/.exec(html)!;
  expect(JSON.parse(json!)).toEqual(answer);
});
