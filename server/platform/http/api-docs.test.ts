import { afterAll, beforeAll, expect, test } from "vitest";
import { callSummaries } from "#server/call-summaries.ts";
import { createTestApp } from "#testing/test-app.ts";

type Answers = Record<
  string,
  { description: string; content?: Record<string, { schema: object }> }
>;
type Call = { summary?: string; responses: Answers; security?: object[] };

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

test("has a summary for every call, and no other summaries", () => {
  expect(calls().filter(([, { summary }]) => !summary)).toEqual([]);
  const documented = calls().map(([call]) => call.replace(/\{(\w+)\}/g, ":$1"));
  expect(documented.toSorted()).toEqual(Object.keys(callSummaries).toSorted());
});

test("documents the errors of every call", async () => {
  const schema = { $ref: "#/components/schemas/Error" };
  for (const [call, { responses, security }] of calls())
    for (const status of ["400", "5XX", ...(security ? ["401", "403"] : [])])
      expect([call, status, responses[status]?.content]).toEqual([
        call,
        status,
        { "application/json": { schema } },
      ]);
  const { body } = await shop.call("GET", "/api/products?limit=x");
  expect(document.components.schemas.Error).toMatchObject({
    required: Object.keys(body as object),
    properties: { error: { required: ["code", "message", "requestId"] } },
  });
  expect(document.paths["/api/users"]?.get?.security).toEqual([{ bearer: [] }]);
  expect(document.paths["/api/bookings/{id}"]?.get?.responses).toHaveProperty("404");
});
