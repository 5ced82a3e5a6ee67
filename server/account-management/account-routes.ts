import { z } from "zod";
import {
  adminAnswer,
  buyerListQuery,
  buyerRecord,
  createUserBody,
  emailParams,
  sellerAnswer,
  sellerListQuery,
  sellerRecord,
  userListQuery,
  userRecord,
  verifyBody,
} from "#shared/accounts/account-contract.ts";
import { revokeBody } from "#shared/moderation/moderation-contract.ts";
import { createdAnswer, idParams, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { requireSession, sessionOf } from "#server/identity/public.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { accountId } from "#server/accounts/public.ts";
import { presentBuyer, presentUser } from "./account-presenter.ts";
import { listAccounts } from "./list-accounts.ts";
import { listSellers } from "./list-sellers.ts";
import { makeAdmin } from "./make-admin.ts";
import { readRole } from "./read-role.ts";
import { registerAccount } from "./register-account.ts";
import { revokeAdmin, rolesBeforeAdmin } from "./revoke-admin.ts";
import { revokeVerification } from "./revoke-verification.ts";
import { verifySeller } from "./verify-seller.ts";

/** Users, buyers and sellers, as in docs/specification.md. */
export function accountRoutes(app: App, deps: Deps): void {
  userRoutes(app, deps);
  adminRoutes(app, deps);
  buyerAndSellerRoutes(app, deps);
}

function userRoutes(app: App, deps: Deps): void {
  app.post(
    "/api/users",
    {
      schema: {
        summary: "Create the account of the signed-in identity",
        body: createUserBody,
        response: { 200: createdAnswer },
      },
      config: {
        priority: "essential",
        rateLimit: limits.record,
        refusals: [409],
        examples: { body: { "A seller": { name: "Harbour Motors", role: "Seller" } } },
      },
      onRequest: requireSession(deps),
    },
    (request) => registerAccount(deps, sessionOf(request), request.body),
  );

  app.get(
    "/api/users",
    {
      schema: {
        summary: "List all accounts",
        querystring: userListQuery,
        response: { 200: z.array(userRecord) },
      },
      config: { priority: "essential" },
    },
    async (request, reply) => {
      const page = await deps.replicas.read((db) =>
        listAccounts({ ...deps, db }, request.query, request.query),
      );
      sendPage(request, reply, page);
      const admins = page.rows.filter(({ role }) => role === "admin").map(({ id }) => id);
      const before = await rolesBeforeAdmin(deps.db, admins);
      const { accountId: viewerId } = viewerOf(request);
      return page.rows.map((row) => presentUser(row, viewerId, before.get(row.id) ?? null));
    },
  );
}

/** Roles of users, and appointing admins. */
function adminRoutes(app: App, deps: Deps): void {
  app.get(
    "/api/users/admin/:email",
    {
      schema: {
        summary: "Say whether an account is an admin",
        params: emailParams,
        response: { 200: adminAnswer },
      },
    },
    async (request) => ({
      isAdmin: (await readRole(deps, viewerOf(request), request.params.email)) === "admin",
    }),
  );

  app.get(
    "/api/users/seller/:email",
    {
      schema: {
        summary: "Say whether an account is a seller",
        params: emailParams,
        response: { 200: sellerAnswer },
      },
    },
    async (request) => ({
      isSeller: (await readRole(deps, viewerOf(request), request.params.email)) === "Seller",
    }),
  );

  app.put(
    "/api/users/admin/:id",
    {
      schema: {
        summary: "Make an account an admin",
        params: idParams,
        response: { 200: modifiedAnswer },
      },
    },
    (request) => makeAdmin(deps, viewerOf(request).accountId, accountId(request.params.id)),
  );

  app.delete(
    "/api/users/admin/:id",
    {
      schema: {
        summary: "Take the admin role from another admin",
        params: idParams,
        response: { 200: modifiedAnswer },
      },
    },
    (request) => revokeAdmin(deps, viewerOf(request).accountId, accountId(request.params.id)),
  );
}

function buyerAndSellerRoutes(app: App, deps: Deps): void {
  app.get(
    "/api/buyer",
    {
      schema: {
        summary: "List the buyers",
        querystring: buyerListQuery,
        response: { 200: z.array(buyerRecord) },
      },
    },
    async (request, reply) => {
      const { q } = request.query;
      const page = await deps.replicas.read((db) =>
        listAccounts({ ...deps, db }, request.query, { role: "Buyer", q }),
      );
      sendPage(request, reply, page);
      return page.rows.map(presentBuyer);
    },
  );

  app.get(
    "/api/seller",
    {
      schema: {
        summary: "List the sellers",
        querystring: sellerListQuery,
        response: { 200: z.array(sellerRecord) },
      },
    },
    async (request, reply) => {
      const page = await deps.replicas.read((db) => listSellers({ ...deps, db }, request.query));
      sendPage(request, reply, page);
      return page.sellers;
    },
  );

  const verification = { params: idParams, response: { 200: modifiedAnswer } };
  app.put(
    "/api/seller/verify/:id",
    {
      schema: { summary: "Verify a seller", ...verification, body: verifyBody },
      config: {
        examples: {
          body: {
            "After a look at the papers": {
              checked: ["identity", "address"],
              note: "Passport and utility bill",
            },
          },
        },
      },
    },
    (request) => verifySeller(deps, viewerOf(request), request.params.id, request.body, new Date()),
  );
  app.delete(
    "/api/seller/verify/:id",
    {
      schema: { summary: "Revoke a seller's verification", ...verification, body: revokeBody },
      config: {
        examples: { body: { "With a reason": { reason: "The address is no longer theirs." } } },
      },
    },
    (request) => revokeVerification(deps, viewerOf(request), request.params.id, request.body),
  );
}
