import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { priceLabels, type PriceLabel } from "#shared/listings/price-label.ts";
import { atOnce } from "#server/platform/in-steps.ts";
import { decodeLabels, encodeLabels } from "./label-file.ts";

const labelled = (ids: readonly string[]) =>
  new Map(ids.map((id, at): [string, PriceLabel] => [id, priceLabels[at % priceLabels.length]!]));
const written = (labels: Map<string, PriceLabel>) => atOnce(decodeLabels(encodeLabels(labels)));

test.each<[string, (at: number) => string]>([
  ["random", () => randomUUID()],
  ["consecutive", (at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`],
  [
    "equal at their end, so that all look for the same place",
    (at) => `${String(at).padStart(8, "0")}-0000-4000-8000-000000000000`,
  ],
])("finds the label of each listing and of no other one, if their ids are %s", (_, idOf) => {
  const ids = Array.from({ length: 2_000 }, (__, at) => idOf(at));
  const labels = labelled(ids.slice(0, 1_500));
  const file = written(labels);
  for (const id of ids) expect(file.get(id)).toBe(labels.get(id));
});

test("has no label of anything without any, or of what is no id", () => {
  expect(written(new Map()).get(randomUUID())).toBeUndefined();
  const id = randomUUID();
  const file = written(labelled([id]));
  expect(file.get(id)).toBe("great");
  for (const other of ["", "car-1", id.slice(0, -1)]) expect(file.get(other)).toBeUndefined();
});
