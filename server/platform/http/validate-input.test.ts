import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import { validateInput } from "./validate-input.ts";

const fuel = z.enum(["petrol", "diesel"]);
const schema = z.object({
  item: z.string(),
  resalePrice: z.number().min(1).max(9),
  role: z.enum(["Buyer", "Seller"]).optional(),
  checked: z.array(z.string().max(3)).max(2).optional(),
  response: z.object({ id: z.string(), type: z.literal("public-key") }).optional(),
  email: z.email().optional(),
  phone: z.string("Phone is text.").optional(),
  fuel: z.union([fuel, z.array(fuel).max(2)]).optional(),
});
const sent = { item: "Audi A4", resalePrice: 3 };

function refusalOf(input: unknown, of: z.ZodType = schema, httpPart = "body") {
  const read = validateInput({ schema: of, method: "POST", url: "/", httpPart })(input);
  return typeof read === "object" && "error" in read && read.error instanceof AppError
    ? read.error
    : null;
}

it.each([
  [{}, { item: "Item is required.", resalePrice: "Resale price is required." }],
  [{ ...sent, item: null }, { item: "Item is required." }],
  [{ ...sent, item: 3 }, { item: "Item must be text." }],
  [{ ...sent, resalePrice: "3" }, { resalePrice: "Resale price must be a number." }],
  [{ ...sent, resalePrice: 0 }, { resalePrice: "Resale price must be at least 1." }],
  [{ ...sent, resalePrice: 10 }, { resalePrice: "Resale price must be at most 9." }],
  [{ ...sent, role: "admin" }, { role: "Role must be one of: Buyer, Seller." }],
  [{ ...sent, checked: "id" }, { checked: "Checked must be a list." }],
  [{ ...sent, checked: ["long"] }, { checked: "Checked must have at most 3 characters." }],
  [{ ...sent, checked: ["a", "b", "c"] }, { checked: "Checked must have at most 2 entries." }],
  [{ ...sent, response: {} }, { response: "Response id is required." }],
  [
    { ...sent, response: { id: "1", type: "x" } },
    { response: "Response type must be public-key." },
  ],
  [{ ...sent, email: "x" }, { email: "Email is not valid." }],
  [{ ...sent, phone: 3 }, { phone: "Phone is text." }],
  [{ ...sent, fuel: "tea" }, { fuel: "Fuel must be one of: petrol, diesel." }],
  [{ ...sent, fuel: ["petrol", "tea"] }, { fuel: "Fuel must be one of: petrol, diesel." }],
  [{ ...sent, fuel: [["tea"]] }, { fuel: "Fuel must be one of: petrol, diesel." }],
  [undefined, { body: "The body is required." }],
  [[], { body: "The body must be an object." }],
])("answers %j with %j", (input, fields) => {
  const refusal = refusalOf(input);
  expect(refusal?.fields).toEqual(fields);
  expect(refusal?.code).toBe("invalid_input");
  expect(refusal?.message).toBe(Object.values(fields)[0]);
});

it("names each unknown field", () => {
  const fields = refusalOf({ a: 1, b: 2 }, z.strictObject({}))?.fields;
  expect(fields).toEqual({ a: "Unknown field: a, b.", b: "Unknown field: a, b." });
  const nested = z.strictObject({ options: z.strictObject({}) });
  expect(refusalOf({ options: { a: 1 } }, nested)?.fields).toEqual({
    "options.a": "Unknown field: options.a.",
  });
});

it("reads the parameters of a path as by their schema", () => {
  const params = z.object({ id: z.string().max(3), year: z.coerce.number().optional() });
  const read = validateInput({ schema: params, method: "GET", url: "/", httpPart: "params" });
  for (const given of [{ id: "abc" }, { id: "" }, { id: "a", year: "2018", other: "1" }])
    expect(read(given)).toStrictEqual({ value: params.parse(given) });
  expect(refusalOf({ id: "long", year: "x" }, params, "params")?.fields).toEqual({
    id: "Id must have at most 3 characters.",
    year: "Year must be a number.",
  });
});

it("passes the parsed value to the handler", () => {
  const validate = validateInput({
    schema: z.object({ a: z.coerce.number() }),
    method: "POST",
    url: "/",
    httpPart: "body",
  });
  expect(validate({ a: "3", b: 1 })).toEqual({ value: { a: 3 } });
});

describe("a query", () => {
  const query = z.object({
    make: z.union([fuel, z.array(fuel)]).optional(),
    limit: z.coerce.number().min(1).default(24),
    verified: z
      .enum(["1"])
      .transform(() => true)
      .optional(),
  });
  const read = (given: unknown, of: z.ZodType = query) =>
    validateInput({ schema: of, method: "GET", url: "/", httpPart: "querystring" })(given);

  it.each([
    {},
    { make: "diesel" },
    { verified: "1", limit: "3", make: ["diesel"] },
    { other: "1" },
  ])("is read as by its whole schema: %j", (given) => {
    expect(read(given)).toStrictEqual({ value: query.parse(given) });
    expect(Object.keys((read(given) as { value: object }).value)).toEqual(
      Object.keys(query.parse(given)),
    );
  });

  it("names the parameters that are not valid, and the ones that are missing", () => {
    const { error } = read({ make: "tea", limit: "0" }) as { error: AppError };
    expect(error.fields).toEqual({
      make: "Make must be one of: petrol, diesel.",
      limit: "Limit must be at least 1.",
    });
    const missing = read({}, z.object({ id: z.string() })) as { error: AppError };
    expect(missing.error.fields).toEqual({ id: "Id is required." });
  });

  it("is checked as a whole if its schema compares parameters or refuses unknown ones", () => {
    const strict = read({ a: "1" }, z.strictObject({})) as { error: AppError };
    expect(strict.error.fields).toEqual({ a: "Unknown field: a." });
    const compared = z.object({ from: z.string() }).refine(({ from }) => from < "b", "No.");
    expect(read({ from: "c" }, compared)).toHaveProperty("error");
  });

  it("gets its own copy of a default list", () => {
    const lists = z.object({ makes: z.array(z.string()).default(() => []) });
    const [first, second] = [read({}, lists), read({}, lists)] as { value: { makes: string[] } }[];
    expect(first).toEqual({ value: { makes: [] } });
    expect(first!.value.makes).not.toBe(second!.value.makes);
  });
});
