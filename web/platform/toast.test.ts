import { expect, it } from "vitest";
import { toast } from "./toast.ts";

it("renews the toast of the same text and kind, and adds one for any other", () => {
  const first = toast.error("No answer.");
  expect(toast.error("No answer.")).toBe(first);
  expect(toast.error("Still no answer.")).not.toBe(first);
  expect(toast.success("No answer.")).not.toBe(first);
});
