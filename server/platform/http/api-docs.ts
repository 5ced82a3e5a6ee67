import fastifySwagger from "@fastify/swagger";
import fastifySwaggerUi from "@fastify/swagger-ui";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { Config } from "#server/platform/config/config.ts";
import type { App } from "./app-instance.ts";

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
    // The viewer's own page needs its inline start-up script; the plugin lists the hashes it needs.
    staticCSP: true,
  });
}
