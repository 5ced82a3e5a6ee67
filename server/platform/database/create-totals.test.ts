import { expect, test } from "vitest";
import { createTotals } from "./create-totals.ts";

function aList(rows: number) {
  const clock = { at: 0 };
  const list = { rows, counted: 0 };
  const totals = createTotals(() => clock.at);
  const read = (filter?: string) =>
    totals(["people", { filter }], () => {
      list.counted += 1;
      return Promise.resolve(list.rows);
    });
  return { clock, list, read };
}

test("counts a short list every time", async () => {
  const { list, read } = aList(9_999);
  expect(await read()).toBe(9_999);
  list.rows = 9_998;
  expect(await read()).toBe(9_998);
});

test("counts a long list again after half a minute", async () => {
  const { clock, list, read } = aList(50_000);
  expect(await read()).toBe(50_000);
  list.rows = 50_001;
  clock.at = 29_999;
  expect(await read()).toBe(50_000);
  clock.at = 30_000;
  expect(await read()).toBe(50_001);
  expect(list.counted).toBe(2);
});

test("keeps a separate total for each filter", async () => {
  const { list, read } = aList(50_000);
  expect(await read("a")).toBe(50_000);
  list.rows = 20_000;
  expect(await read("b")).toBe(20_000);
  expect(await read("a")).toBe(50_000);
});

test("counts a list that has become short every time again", async () => {
  const { clock, list, read } = aList(10_000);
  await read();
  list.rows = 3;
  clock.at = 30_000;
  expect(await read()).toBe(3);
  list.rows = 2;
  expect(await read()).toBe(2);
});

test("uses the old total while another request counts, even if counting fails", async () => {
  const clock = { at: 0 };
  const totals = createTotals(() => clock.at);
  await totals([], () => Promise.resolve(10_000));
  clock.at = 30_000;
  let fail = (_: Error) => {};
  const reloaded = totals([], () => new Promise((_, reject) => (fail = reject)));
  expect(await totals([], () => Promise.reject(new Error("not asked")))).toBe(10_000);
  fail(new Error("the database went away"));
  await expect(reloaded).rejects.toThrow("the database went away");
  clock.at = 60_000;
  expect(await totals([], () => Promise.resolve(10_001))).toBe(10_001);
});
