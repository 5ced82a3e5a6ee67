import { expect, test } from "vitest";
import { emailAddress, requiredText } from "./text.ts";
import { isolate } from "./isolate.ts";

const invisible = ["\u200b", "\u200e", "\u202e", "\u2066", "\u2060", "\ufeff", "\u00ad", "\u061c"];
const blank = ["\u3164", "\u115f", "\uffa0", "\u2800", "\u00a0", "\u3000", "\ufe0f", "\u{e0020}"];

test.each(invisible)("an email address loses %j wherever it is", (sign) => {
  expect(emailAddress.parse(`${sign} An${sign}n@Example.${sign}com${sign}`)).toBe(
    "ann@example.com",
  );
});

test.each([...invisible, ...blank])("a name of %j alone is missing", (sign) => {
  for (const given of [sign, ` ${sign} ${sign}`]) {
    const { error } = requiredText(60, "Name").safeParse(given);
    expect(error?.issues.map(({ message }) => message)).toEqual(["Name is required."]);
  }
  expect(requiredText(60, "Name").parse(`Zo\u00eb${sign}B`)).toBe(`Zo\u00eb${sign}B`);
});

test.each([
  ["BMW M3 (2019)", "BMW M3 (2019)"],
  ["Škoda 日本", "Škoda 日本"],
  [
    "\u0645\u0631\u0633\u064a\u062f\u0633 200",
    "\u2068\u0645\u0631\u0633\u064a\u062f\u0633 200\u2069",
  ],
  ["\u05e4\u05d5\u05dc\u05d5", "\u2068\u05e4\u05d5\u05dc\u05d5\u2069"],
  ["BMW\u202e 3M", "\u2068BMW 3M\u2069"],
  ["BMW\u2069\u202e", "\u2068BMW\u2069"],
])("isolates %j", (given, isolated) => expect(isolate(given)).toBe(isolated));
