import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
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
  await apiDocs(app, loadConfig({}), () => ({ summary: "", takesToken: false, refusals: [] }));
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
  let shown = 0;
  for (const [call, { parameters = [], requestBody, responses }] of calls()) {
    for (const { name, schema, example } of parameters)
      if (example !== undefined)
        expect([call, name, fits(schema, example)]).toEqual([call, name, "fits"]);
    const contents = [requestBody?.content, ...Object.values(responses).map((one) => one.content)];
    for (const { schema, examples = {} } of contents.flatMap((one) => Object.values(one ?? {})))
      for (const [title, { value }] of Object.entries(examples)) {
        expect([call, title, fits(schema, value)]).toEqual([call, title, "fits"]);
        if (title !== genericExample) shown += 1;
      }
  }
  expect(shown).toBeGreaterThan(80);
});

test("an example that no answer of the call has is refused", async () => {
  const app = Fastify().setSerializerCompiler(() => JSON.stringify);
  await apiDocs(app, loadConfig({}), () => ({ summary: "A", takesToken: false, refusals: [] }));
  app.get(
    "/api/cars",
    {
      schema: { summary: "List cars", response: { 200: z.array(z.string()) } },
      config: { examples: { answers: { 404: { Unknown: new AppError("not_found") } } } },
    },
    () => [],
  );
  await app.ready();
  expect(() => app.swagger()).toThrow("GET /api/cars has no JSON for its examples: Unknown.");
  await app.close();
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

test("has an example of the body of every call that takes one", () => {
  const without = calls()
    .filter(([, { requestBody }]) => {
      const json = requestBody?.content["application/json"];
      return json && !json.examples;
    })
    .map(([call]) => call)
    // The card provider and a passkey sign theirs.
    .filter((call) => !/ \/api\/(payments\/webhook|auth\/passkey\/verify-)/.test(call));
  expect(without).toEqual([]);
});

test("has examples of the answers of searches, favorites and saved searches", () => {
  const resources = /^\w+ \/api\/(listings|favorites|saved-searches)(\/|$)/;
  const without = calls()
    .filter(([call, { responses }]) => {
      const json = responses["200"]?.content?.["application/json"];
      return resources.test(call) && json && !json.examples;
    })
    .map(([call]) => call);
  expect(without).toEqual([]);
});
