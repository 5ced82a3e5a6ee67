import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { Role } from "#shared/accounts/account.ts";

/** The server with our schema types. Features register their routes on it. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** The caller, read from the database for this request. */
export type Viewer = {
  accountId: string;
  identityId: string;
  sessionId: string;
  name: string;
  email: string;
  role: Role;
  isVerified: boolean;
};

declare module "fastify" {
  interface FastifyRequest {
    viewer: Viewer | null;
  }
}

/** The viewer of a route that requires a token. @throws AppError not_signed_in if there is none */
export function viewerOf(request: { viewer: Viewer | null }): Viewer {
  if (!request.viewer) throw new AppError("not_signed_in");
  return request.viewer;
}
