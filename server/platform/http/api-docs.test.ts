import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { callExamples } from "#server/call-examples.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { apiDocs, genericExample } from "./api-docs.ts";
import { createTestApp } from "#testing/test-app.ts";

type Content = Record<
  string,
  { schema: JsonSchema; examples?: Record<string, { value: unknown }> }
>;
type Call = {
  summary?: string;
  parameters?: { name: string; schema: JsonSchema; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
  security?: object[];
};
type JsonSchema = Parameters<typeof z.fromJSONSchema>[0] & object;

let shop: Awaited<ReturnType<typeof createTestApp>>;
let document: {
  info: { title: string };
  paths: Record<string, Record<string, Call>>;
  components: { schemas: Record<string, object> };
};

beforeAll(async () => {
  shop = await createTestApp({ BRAND_NAME: "Velvet Motors" });
  document = (await shop.call("GET", "/api/openapi.json")).body;
});
afterAll(() => shop.close());

const calls = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, call]) => [`${method.toUpperCase()} ${path}`, call] as const,
    ),
  );

test("shows the shop's name in the documentation", async () => {
  expect(document.info.title).toBe("Velvet Motors API");
  expect((await shop.call("GET", "/api/docs/")).body).toContain("<title>Velvet Motors API</title>");
});

test("has a summary for every call", () => {
  expect(calls().length).toBeGreaterThan(150);
  expect(calls().filter(([, { summary }]) => !summary || summary.startsWith("undefined"))).toEqual(
    [],
  );
});

test("a call without a summary stops the start", async () => {
  const app = Fastify();
  await apiDocs(app, loadConfig({}), {
    describe: () => ({ summary: "", takesToken: false, refusals: [] }),
    examples: {},
  });
  expect(() => app.get("/api/cars", () => [])).toThrow("GET /api/cars has no summary");
  expect(() => app.get("/cars", () => [])).not.toThrow();
  await app.close();
});

test("documents the errors of every call", async () => {
  const schema = { $ref: "#/components/schemas/Error" };
  for (const [call, { responses, security }] of calls())
    for (const status of ["400", "5XX", ...(security ? ["401", "403"] : [])])
      expect([call, status, responses[status]?.content?.["application/json"]?.schema]).toEqual([
        call,
        status,
        schema,
      ]);
  const { body } = await shop.call("GET", "/api/products?limit=x");
  expect(document.components.schemas.Error).toMatchObject({
    required: Object.keys(body as object),
    properties: { error: { required: ["code", "message", "requestId"] } },
  });
  expect(document.paths["/api/users"]?.get?.security).toEqual([{ bearer: [] }]);
  expect(document.paths["/api/bookings/{id}"]?.get?.responses).toHaveProperty("404");
});

test("documents at least one 4xx answer of every call", () => {
  const without = calls().filter(
    ([, { responses }]) => !Object.keys(responses).some((status) => status.startsWith("4")),
  );
  expect(without.map(([call]) => call)).toEqual([]);
  const statuses = (path: string, method: string) =>
    Object.keys(document.paths[path]![method]!.responses);
  expect(statuses("/api/listings/{id}", "get")).toContain("410");
  expect(statuses("/api/saved-searches/unsubscribe", "get")).toContain("302");
  expect(statuses("/api/auth/callback/google", "get")).toContain("302");
  // A body is refused even where none is needed.
  for (const path of ["/api/auth/sign-out", "/api/saved-searches/unsubscribe"])
    expect(statuses(path, "post")).toEqual(expect.arrayContaining(["413", "415"]));
  for (const call of ["delete-passkey", "update-passkey"])
    expect(statuses(`/api/auth/passkey/${call}`, "post")).toContain("404");
  expect(statuses("/api/auth/link-social", "post")).toContain("404");
  expect(statuses("/api/images", "post")).toEqual(
    expect.arrayContaining(["400", "403", "408", "413", "415", "422", "429"]),
  );
});

test("documents the default of every limit", () => {
  const limits = calls().flatMap(([call, { parameters = [] }]) =>
    parameters
      .filter(({ name }) => name === "limit")
      .map(({ schema }) => [call, schema.default] as const),
  );
  expect(limits.length).toBeGreaterThan(20);
  expect(limits.filter(([, limit]) => limit !== 50)).toEqual([
    ["GET /api/listings", 24],
    ["GET /api/listings/{id}/similar", 6],
    ["GET /api/history/chain", 1_000],
  ]);
});

test("describes the form of an image upload", () => {
  const { content } = document.paths["/api/images"]!.post!.requestBody!;
  expect(content["multipart/form-data"]!.schema).toMatchObject({
    required: ["image"],
    properties: { image: { format: "binary" } },
  });
});

test("has examples of the calls for cars, which fit their schemas", () => {
  const components = { $defs: document.components.schemas };
  const fits = (schema: JsonSchema, value: unknown) => {
    // Components are the definitions of a schema of its own.
    const text = JSON.stringify({ ...schema, ...components });
    const whole = JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")) as JsonSchema;
    return z.fromJSONSchema(whole).safeParse(value).error?.message ?? "fits";
  };
  const shown = new Map<string, number>();
  for (const [name, { parameters = [], requestBody, responses }] of calls()) {
    const call = name.replace(/\{(\w+)\}/g, ":$1");
    for (const { name: parameter, schema, example } of parameters)
      if (example !== undefined)
        expect([call, parameter, fits(schema, example)]).toEqual([call, parameter, "fits"]);
    const contents = [requestBody?.content, ...Object.values(responses).map((one) => one.content)];
    for (const { schema, examples = {} } of contents.flatMap((one) => Object.values(one ?? {})))
      for (const [title, { value }] of Object.entries(examples)) {
        expect([call, title, fits(schema, value)]).toEqual([call, title, "fits"]);
        if (title !== genericExample) shown.set(call, (shown.get(call) ?? 0) + 1);
      }
  }
  // Every example is in the document, where it can be seen.
  const written = Object.entries(callExamples).map(([call, { body = {}, answers = {} }]) => [
    call,
    [body, ...Object.values(answers)].flatMap((named) => Object.keys(named)).length,
  ]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(written));
});

test("has an example of every error that a call answers", () => {
  const without = calls().flatMap(([call, { responses }]) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith("4"))
      .filter(([, answer]) => !answer.content?.["application/json"]?.examples)
      .map(([status]) => `${call}: ${status}`),
  );
  expect(without).toEqual([]);
});

test("has examples of requests and answers of searches, favorites and saved searches", () => {
  const resources = /^\w+ \/api\/(listings|favorites|saved-searches)(\/|$)/;
  const without = calls()
    .filter(([call]) => resources.test(call))
    .flatMap(([call, { requestBody, responses }]) =>
      Object.entries({ body: requestBody, answer: responses["200"] }).flatMap(([name, part]) => {
        const json = part?.content?.["application/json"];
        return json && !json.examples ? [`${call}: ${name}`] : [];
      }),
    );
  expect(without).toEqual([]);
});
