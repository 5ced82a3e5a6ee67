import { expect, test } from "vitest";
import { keepPageParameters } from "./page-parameters.ts";

test("keeps every car of a comparison once, and drops what pages ignore", () => {
  const given = new URLSearchParams("car=a&utm_source=x&car=b&car=a&cursor=1&cursor=2");
  expect(keepPageParameters(given).toString()).toBe("car=a&car=b&cursor=1");
});
