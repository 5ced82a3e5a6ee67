import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toast } from "#web/platform/toast.ts";
import { chooseCar } from "./chosen-cars.ts";

let stored: Map<string, string>;
const storedIds = () =>
  (JSON.parse(stored.get("compare") ?? "[]") as { id: string }[]).map(({ id }) => id);
const car = (id: string) => ({ id, name: `BMW ${id}`, image: "/cars/suv.svg" });

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.spyOn(toast, "error").mockReturnValue("");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("keeps up to four cars in the order they were chosen and says why a fifth is not added", () => {
  for (const id of ["a", "b", "c", "d", "e"]) chooseCar(car(id), true);
  expect(storedIds()).toEqual(["a", "b", "c", "d"]);
  expect(toast.error).toHaveBeenCalledExactlyOnceWith(
    "You can compare up to 4 cars. Remove one to add another.",
  );
  chooseCar(car("b"), false);
  chooseCar(car("e"), true);
  expect(storedIds()).toEqual(["a", "c", "d", "e"]);
});

test("drops stored entries that are no cars", () => {
  stored.set("compare", JSON.stringify([null, "x", { id: 1 }, car("a")]));
  chooseCar(car("b"), true);
  expect(storedIds()).toEqual(["a", "b"]);
});
