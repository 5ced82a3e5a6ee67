import type { preValidationHookHandler, RouteOptions } from "fastify";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { App } from "./app-instance.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** For calls by other services, which choose their own parameters. */
    takesAnyQuery?: boolean;
  }
}

/**
 * Responds 400 to a call with an unknown query parameter and names it: a misspelled filter must not return the whole
 * list. Runs after authentication and authorization.
 */
export function refuseUnknownQuery(app: App): void {
  app.addHook("onRoute", (route) => {
    if (!route.url.startsWith("/api/") || route.schema?.hide || route.config?.takesAnyQuery) return;
    const parameters = parametersOf(route);
    const refuse: preValidationHookHandler = (request, _reply, done) => {
      const unknown = Object.keys(request.query as object).filter((name) => !parameters.has(name));
      done(unknown.length === 0 ? undefined : unknownParameters(unknown));
    };
    route.preValidation = [...[route.preValidation ?? []].flat(), refuse];
  });
}

function unknownParameters(names: string[]): AppError {
  const message = (name: string) => `This call takes no query parameter ${name.slice(0, 60)}.`;
  return new AppError("invalid_input", {
    message: message(names[0]!),
    fields: Object.fromEntries(names.slice(0, 10).map((name) => [name, message(name)])),
  });
}

function parametersOf({ schema }: RouteOptions): Set<string> {
  const query = schema?.querystring;
  if (query === undefined) return new Set();
  if (query instanceof z.ZodObject) return new Set(Object.keys(query.shape));
  throw new Error("A query's schema must be an object, so that its parameters are known.");
}
