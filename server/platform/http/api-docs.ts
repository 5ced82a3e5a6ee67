import fastifySwagger from "@fastify/swagger";
import fastifySwaggerUi from "@fastify/swagger-ui";
import type { FastifyContextConfig, RouteOptions } from "fastify";
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from "fastify-type-provider-zod";
import { z } from "zod";
import { AppError, errorCatalogue, type ErrorCode } from "#shared/errors/app-error.ts";
import { errorAnswer } from "#shared/errors/error-contract.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { App } from "./app-instance.ts";
import { errorAnswer as presentError } from "./error-handler.ts";

/** For the documentation page: its own files, calls to this API, and icons as data URLs. */
const docsPolicy = [
  "default-src 'none'",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

declare module "fastify" {
  interface FastifyContextConfig {
    /** Statuses of errors that only this call answers with. */
    refusals?: number[];
    /** The call answers with a redirect to a page. */
    redirects?: boolean;
    /** The body, if the route reads it itself. */
    requestBody?: RequestBody;
    /** What the documentation shows; a test checks it against the schemas. */
    examples?: CallExamples;
  }
}

/** What the documentation says about a call besides its schemas. `refusals` are the statuses of its errors. */
export type CallDescription = {
  summary: string;
  takesToken: boolean;
  refusals: number[];
};

/** Examples of a call: its parameters, and by name its JSON bodies and answers, among them errors. */
export type CallExamples = {
  parameters?: Record<string, string | number>;
  body?: Record<string, unknown>;
  answers?: Record<number, Record<string, unknown>>;
};

/** A body that no schema describes, because the route reads it itself. */
type RequestBody = {
  description: string;
  required: boolean;
  content: Record<string, { schema: object; examples?: object }>;
};

const descriptions: Record<string, string> = {
  400: "The request is not valid; `fields` says why",
  401: "Not signed in, or the session has ended",
  403: "The account is not allowed to do this",
  404: "Not found, or not the caller's",
  408: "The request took too long",
  409: "Not possible in the present state",
  410: "Gone",
  413: "The body is too large",
  415: "The body is of another content type",
  422: "The content cannot be processed",
  429: "Too many requests; `Retry-After` says when to try again",
  "5XX": "The server failed or is not ready",
};

/** OpenAPI 3.1 of every call, generated from the routes' schemas, and a page to browse it at /api/docs. */
export async function apiDocs(
  app: App,
  config: Pick<Config, "BRAND_NAME" | "PUBLIC_URL">,
  describe: (route: RouteOptions) => CallDescription,
): Promise<void> {
  const schemaRegistry = z.registry<{ id: string }>().add(errorAnswer, { id: "Error" });
  const toJsonSchema = createJsonSchemaTransform({ schemaRegistry });
  const complete = createJsonSchemaTransformObject({ schemaRegistry });
  const title = `${config.BRAND_NAME} API`;
  const configs = new Map<string, FastifyContextConfig>();
  app.addHook("onRoute", requireSummary);
  await app.register(fastifySwagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title, version: "1" },
      servers: config.PUBLIC_URL ? [{ url: config.PUBLIC_URL }] : [],
      components: {
        securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      },
    },
    transform(document) {
      const { schema, route } = document;
      if (!schema || schema.hide) return toJsonSchema(document);
      const { summary, takesToken, refusals } = describe(route);
      const { config = {} } = route;
      configs.set(`${[route.method].flat()[0]} ${route.url}`, config);
      return toJsonSchema({
        ...document,
        schema: {
          ...schema,
          tags: schema.tags ?? [groupOf(route.url)],
          summary,
          ...(takesToken && { security: [{ bearer: [] }] }),
          response: {
            ...(schema.response as object),
            ...(config.redirects && { 302: z.null().describe("To a page of the shop") }),
            ...errorAnswers(refusals),
          },
        },
      });
    },
    transformObject(documents) {
      const document = complete(documents);
      addExamples(document as OpenApi, configs);
      return document;
    },
  });
  app.get(
    "/api/openapi.json",
    { schema: { hide: true }, config: { priority: "optional" } },
    async () => app.swagger(),
  );
  await app.register(fastifySwaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: docsPolicy,
    theme: { title },
    // The page draws only the calls in view; folded groups show all there is at a glance.
    uiConfig: { docExpansion: "none", filter: true, deepLinking: true },
  });
}

/** Refuses to start with a call that the documentation could not describe. */
function requireSummary({ method, url, schema }: RouteOptions): void {
  const isCall = url.startsWith("/api/") && method !== "HEAD";
  if (isCall && !schema?.hide && !schema?.summary)
    throw new Error(`${[method].flat().join(", ")} ${url} has no summary in its schema.`);
}

/** The resource that a path is about: "bookings" of "/api/bookings/:id". */
function groupOf(path: string): string {
  const [first = "", second = first] = path.split("/").filter(Boolean);
  return (first === "api" ? second : first).replace(/\.csv$/, "");
}

function errorAnswers(refusals: number[]): object {
  const answer = (status: number | string) => [
    status,
    { description: descriptions[status], content: { "application/json": { schema: errorAnswer } } },
  ];
  return Object.fromEntries([...refusals, "5XX"].map(answer));
}

/** The name of the example of an error that has none of its own. @internal */
export const genericExample = "In general";
const exampleRequestId = "4b0a3c53-2f58-4a38-8e7f-0d8c8f6f5a10";

type Content = { content?: Record<string, { examples?: object }> };
type Operation = {
  parameters?: { name: string; example?: unknown }[];
  requestBody?: Content;
  responses?: Record<string, Content>;
};
type OpenApi = { paths?: Record<string, Record<string, Operation>> };

/** Adds the examples, and the bodies without a schema. @throws if an example has no place in the document */
function addExamples(
  { paths = {} }: OpenApi,
  configs: ReadonlyMap<string, FastifyContextConfig>,
): void {
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations)) {
      const call = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`;
      const { requestBody, examples = {} } = configs.get(call) ?? {};
      if (requestBody) operation.requestBody = requestBody;
      const { parameters = [], responses = {} } = operation;
      for (const [name, example] of Object.entries(examples.parameters ?? {})) {
        const parameter = parameters.find((one) => one.name === name);
        if (!parameter) throw new Error(`${call} has an example of ${name}, but does not take it.`);
        parameter.example = example;
      }
      if (examples.body) showExamples(call, operation.requestBody, examples.body);
      const answers = { ...generalExamples(responses), ...examples.answers };
      for (const [status, named] of Object.entries(answers))
        showExamples(call, responses[status], named);
    }
}

/** The first error of the catalog with each status of a call. */
function generalExamples(responses: object): CallExamples["answers"] {
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  const errors = codes.map((code) => new AppError(code)).toReversed();
  return Object.fromEntries(
    errors
      .filter(({ status }) => status in responses)
      .map((error) => [error.status, { [genericExample]: error }]),
  );
}

function showExamples(
  call: string,
  place: Content | undefined,
  named: Record<string, unknown>,
): void {
  const json = place?.content?.["application/json"];
  const names = Object.keys(named).join(", ");
  if (!json) throw new Error(`${call} has no JSON for its examples: ${names}.`);
  json.examples = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name, { value: presentExample(value) }]),
  );
}

function presentExample(value: unknown): unknown {
  return value instanceof AppError ? presentError(value, exampleRequestId) : value;
}
