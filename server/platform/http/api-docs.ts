import fastifySwagger from "@fastify/swagger";
import fastifySwaggerUi from "@fastify/swagger-ui";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { Config } from "#server/platform/config/config.ts";
import type { App } from "./app-instance.ts";

/** The viewer's own files and calls to us; it draws its icons as data. */
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

/** OpenAPI 3.1 of every call, generated from the routes' schemas, and a browser for it at /api/docs. */
export async function apiDocs(
  app: App,
  config: Pick<Config, "BRAND_NAME" | "PUBLIC_URL">,
): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: `${config.BRAND_NAME} API`, version: "1" },
      servers: config.PUBLIC_URL ? [{ url: config.PUBLIC_URL }] : [],
      components: {
        securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      },
    },
    transform: jsonSchemaTransform,
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, async () => app.swagger());
  await app.register(fastifySwaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: docsPolicy,
  });
}
