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

/** The server with our schemas' types; what a feature's routes are registered on. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Who is calling, as the database says at this request. */
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

/** The viewer of a route that the policy table closes to visitors. @throws AppError not_signed_in where there is none */
export function viewerOf(request: { viewer: Viewer | null }): Viewer {
  if (!request.viewer) throw new AppError("not_signed_in");
  return request.viewer;
}
