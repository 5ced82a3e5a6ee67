import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CountedChoice } from "./counted-choice.tsx";

function draw(given: { count?: number; checked?: boolean }) {
  const choice = { name: "fuel", value: "diesel", label: "Diesel", checked: false, ...given };
  const html = renderToStaticMarkup(<CountedChoice {...choice} onChange={() => undefined} />);
  return { isDisabled: html.includes(" disabled="), text: html.replace(/<[^>]+>/g, "") };
}

test("says how many cars a value would give", () => {
  expect(draw({ count: 1_234 }).text).toBe("Diesel1,234 cars");
  expect(draw({ count: 1 }).text).toBe("Diesel1 car");
  expect(draw({})).toEqual({ text: "Diesel", isDisabled: false });
});

test("cannot be chosen if it would give no cars, but can always be removed", () => {
  expect(draw({ count: 0 }).isDisabled).toBe(true);
  expect(draw({ count: 0, checked: true }).isDisabled).toBe(false);
  expect(draw({ count: 2 }).isDisabled).toBe(false);
});
