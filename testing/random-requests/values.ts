import fc from "fast-check";
import type { Schema } from "./read-operations.ts";

/**
 * A value that is known only when a request is sent: an id or cursor of an earlier answer, or data of the caller's
 * account. `pick` chooses one of several.
 */
export type Known = { valueKind: "id" | "cursor" | "email" | "password"; pick: number };

export const isKnown = (value: unknown): value is Known =>
  typeof value === "object" && value !== null && "valueKind" in value && "pick" in value;

export const knownOf = (name: Known["valueKind"]): fc.Arbitrary<Known> =>
  fc.record({ valueKind: fc.constant(name), pick: fc.nat(9_999) });

/** Text that breaks careless programs. */
const oddTexts = [
  "",
  " ",
  "\t\r\n",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00a",
  "\u202eabc",
  "\ufeff",
  "e\u0301",
  "💥".repeat(60),
  "👨‍👩‍👧‍👦",
  "ß".repeat(200),
  "İ",
  "ﬁ",
  "％",
  "٣",
  "％00",
  "../../etc/passwd",
  "%00",
  "' or '1'='1",
  "\\",
  '"',
  "%",
  "_",
  "<script>alert(1)</script>",
  "${7*7}",
  "{{7*7}}",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "NaN",
  "Infinity",
  "-1",
  "0",
  "1e309",
  "0x10",
  "1,5",
  "true",
  "9".repeat(20),
  "9".repeat(400),
  "a".repeat(255),
  "a".repeat(5_000),
  "a ".repeat(3_000),
  "2026-02-30",
  "0000-00-00",
  "9999-12-31",
  "-000001-01-01",
  "00000000-0000-0000-0000-000000000000",
];
const oddNumbers = [
  0,
  -0,
  -1,
  0.1,
  1.5,
  1e-7,
  255,
  65_536,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e15,
  1e21,
  1e100,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  999_999_999.999,
  0.000_001,
];

/** Text that may be valid or not. */
export const oddText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
);

/** Any JSON value, odd ones more often. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: oddText },
  { weight: 3, arbitrary: fc.constantFrom(...oddNumbers) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], [{}]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: knownOf("id") },
);

/** Values that fit a schema, its limits more often. `name` is that of the field. */
export function fitting(schema: Schema, name = ""): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => fitting(option, name)));
  switch (schema.type) {
    case "string":
      return fittingText(schema, name);
    case "integer":
    case "number":
      // No year of a car is in the future.
      if (/^(year|purchase)$/.test(name)) return fc.integer({ min: 1990, max: 2025 });
      return fittingNumber(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(fitting(schema.items ?? {}, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, Math.max(4, schema.minItems ?? 0)),
      });
    case "object": {
      const fields = Object.entries(schema.properties ?? {});
      return fc.record(
        Object.fromEntries(fields.map(([field, type]) => [field, fitting(type, field)])),
        { requiredKeys: schema.required ?? [], noNullPrototype: true },
      );
    }
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function fittingText(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.format === "uuid" || /(^|[a-z_])ids?$/i.test(name)) return knownOf("id");
  if (name === "cursor") return knownOf("cursor");
  if (/email$/i.test(name)) return knownOf("email");
  if (/password$/i.test(name)) return knownOf("password");
  if (schema.format === "date") return date.map((text) => text.slice(0, 10));
  if (schema.format === "date-time") return date;
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern), { size: "small" });
  const { minLength = 0, maxLength = 200 } = schema;
  const word = fc.constantFrom(
    "BMW",
    "a car",
    "Lisbon",
    "é",
    "日本語",
    "12 345",
    "O'Brien & Söhne",
  );
  return fc.oneof(
    { weight: 3, arbitrary: word.filter((text) => text.length <= maxLength) },
    {
      weight: 2,
      arbitrary: fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 30) }),
    },
    { weight: 1, arbitrary: fc.constantFrom("x".repeat(minLength), "y".repeat(maxLength)) },
  );
}

const date = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
  .map((day) => day.toISOString());

function fittingNumber(schema: Schema): fc.Arbitrary<number> {
  const isWhole = schema.type === "integer";
  const least = schema.minimum ?? (schema.exclusiveMinimum ?? -1_000) + 1;
  const most = Math.max(least, schema.maximum ?? 1_000_000);
  const from = Math.ceil(least);
  const likely = fc.integer({ min: from, max: Math.floor(Math.min(most, from + 100_000)) });
  return fc.oneof(
    { weight: 4, arbitrary: likely },
    { weight: 1, arbitrary: fc.constantFrom(least, most) },
    ...(isWhole ? [] : [{ weight: 1, arbitrary: likely.map((number) => number + 0.25) }]),
  );
}
