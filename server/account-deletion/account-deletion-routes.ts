import { deleteOwnBody, deletionAnswer } from "#shared/accounts/own-data-contract.ts";
import { deletedAnswer, idParams } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { knownDeviceOf } from "#server/identity/public.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { accountId } from "#server/accounts/public.ts";
import { deleteAccount } from "./delete-account.ts";
import { deleteOwnAccount, readDeletion } from "./delete-own-account.ts";

/** Account deletion, by an admin or by the account's owner. */
export function accountDeletionRoutes(app: App, deps: Deps): void {
  app.delete(
    "/api/buyer/:id",
    { schema: { summary: "Delete a buyer", params: idParams, response: { 200: deletedAnswer } } },
    (request) =>
      deleteAccount(deps, viewerOf(request).accountId, "Buyer", accountId(request.params.id)),
  );

  app.delete(
    "/api/seller/:id",
    { schema: { summary: "Delete a seller", params: idParams, response: { 200: deletedAnswer } } },
    (request) =>
      deleteAccount(deps, viewerOf(request).accountId, "Seller", accountId(request.params.id)),
  );

  app.get(
    "/api/account/deletion",
    {
      schema: {
        summary: "Read what deleting your account would do",
        response: { 200: deletionAnswer },
      },
      config: { rateLimit: limits.readDeletion },
    },
    (request, reply) => {
      reply.header("cache-control", "no-store");
      return readDeletion(deps, viewerOf(request));
    },
  );

  app.post(
    "/api/account/delete",
    {
      schema: {
        summary: "Delete your account",
        body: deleteOwnBody,
        response: { 200: deletedAnswer },
      },
      config: {
        rateLimit: limits.deleteOwn,
        examples: { body: { "With a password": { password: "violet harbour, 42 lanterns" } } },
      },
    },
    (request) => {
      const viewer = viewerOf(request);
      const from = { ip: request.ip, knownDevice: knownDeviceOf(deps, request, viewer.email) };
      return deleteOwnAccount(deps, viewer, from, request.body);
    },
  );
}
