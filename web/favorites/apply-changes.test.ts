import { expect, test } from "vitest";
import { applyChanges } from "./apply-changes.ts";

const save = (productId: string) => ({ productId, isSaved: true });
const remove = (productId: string) => ({ productId, isSaved: false });

test("applies changes in order, the latest car first", () => {
  expect(applyChanges(["a"], [save("b"), save("a"), remove("a"), save("c")])).toEqual(["c", "b"]);
  expect(applyChanges(["a"], [])).toEqual(["a"]);
});

test("keeps a car that is saved again where it is", () => {
  expect(applyChanges(["a", "b"], [save("b"), save("c"), save("c")])).toEqual(["c", "a", "b"]);
});
