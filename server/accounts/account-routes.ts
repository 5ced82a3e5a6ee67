import { createUserBody } from "#shared/accounts/account-contract.ts";
import { createdAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { requireSession, sessionOf } from "#server/identity/public.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { registerAccount } from "./register-account.ts";

/** Users, buyers and sellers: the seed's calls. */
export function accountRoutes(app: App, deps: Deps): void {
  const create = { schema: { body: createUserBody, response: { 200: createdAnswer } }, config: { rateLimit: limits.signUp }, onRequest: requireSession(deps) };
  app.post("/api/users", create, (request) => registerAccount(deps, sessionOf(request), request.body));
}
