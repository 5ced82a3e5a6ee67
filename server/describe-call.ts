import type { RouteOptions } from "fastify";
import type { CallDescription, RequestBody } from "#server/platform/http/api-docs.ts";
import { callSummaries } from "./call-summaries.ts";
import { isIdentityPath, keyScopes, policy } from "./policy.ts";

/** Errors that only some calls answer with. */
const ownRefusals: Record<string, number[]> = {
  "GET /api/jwt": [409],
  "GET /api/listings/:id": [410],
  "GET /api/outbox": [403, 404],
  "GET /api/valuation/estimate": [404],
  "POST /api/appeals": [404],
  "POST /api/create-payment-intent": [404, 409],
  "POST /api/products/bulk/matching": [409],
  "POST /api/feeds/:id/edits/bulk/all": [409],
  "POST /api/feeds/:id/plans/:planId/apply": [409],
  "POST /api/feeds/:id/plans/:planId/undo": [409],
  "POST /api/feeds/:id/plans/:planId/discard": [409],
  "POST /api/feeds/:id/plans": [408],
  "POST /api/feeds/:id/preview": [408],
  "POST /api/images": [403, 408, 422],
  "POST /api/listing-confirmations": [404],
  "POST /api/products/:id/views": [401],
  "POST /api/saved-searches/unsubscribe": [404],
  "POST /api/users": [409],
  "DELETE /api/webhook": [404],
  "POST /api/webhook/secret": [404],
  "GET /api/auth/factors": [401],
  "GET /api/auth/list-accounts": [401],
  "GET /api/auth/list-sessions": [401],
  "GET /api/auth/passkey/generate-register-options": [401],
  "GET /api/auth/passkey/list-user-passkeys": [401],
  "POST /api/auth/change-password": [401, 429],
  "POST /api/auth/link-account": [401, 410],
  "POST /api/auth/link-social": [401, 404],
  "POST /api/auth/passkey/delete-passkey": [401, 404],
  "POST /api/auth/passkey/update-passkey": [401, 404],
  "POST /api/auth/passkey/verify-authentication": [401, 429],
  "POST /api/auth/passkey/verify-registration": [401],
  "POST /api/auth/request-password-reset": [429],
  "POST /api/auth/reset-password": [410, 429],
  "POST /api/auth/revoke-other-sessions": [401],
  "POST /api/auth/revoke-session": [401, 404],
  "POST /api/auth/revoke-sessions": [401],
  "POST /api/auth/send-verification-email": [401, 429],
  "POST /api/auth/sign-in/email": [401, 429],
  "POST /api/auth/sign-in/social": [404],
  "POST /api/auth/sign-up/email": [422],
  "POST /api/auth/two-factor/disable": [401],
  "POST /api/auth/two-factor/enable": [401],
  "POST /api/auth/two-factor/generate-backup-codes": [401],
  "POST /api/auth/two-factor/verify-backup-code": [401, 429],
  "POST /api/auth/two-factor/verify-totp": [401, 429],
  "POST /api/auth/unlink-account": [401],
  "POST /api/auth/update-user": [401],
  "POST /api/auth/verify-email": [410, 429],
  "POST /api/auth/verify-password": [401, 429],
};

/** Calls that answer with a redirect to a page. */
const redirects = new Set(["GET /api/auth/callback/google", "GET /api/saved-searches/unsubscribe"]);

/** Bodies that routes read themselves. */
export const requestBodies: Record<string, RequestBody> = {
  "POST /api/images": {
    description: "A form with the picture in the field `image`, at most 10 MB",
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          required: ["image"],
          properties: {
            image: {
              type: "string",
              format: "binary",
              description: "A PNG, JPG, GIF, WebP or AVIF file",
            },
          },
        },
      },
    },
  },
  "POST /api/feeds/:id/plans": {
    description:
      "A feed of any supported format, at most 50 MB, after the corrections if there are some",
    required: true,
    content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
  },
  "POST /api/feeds/:id/preview": {
    description: "A feed of any supported format, or the beginning of one of lines",
    required: true,
    content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
  },
  "POST /api/payments/webhook": {
    description: "An event of the card provider, byte for byte as it was signed",
    required: true,
    content: { "application/json": { schema: { type: "object" } } },
  },
};

/** What the API documentation says about a route besides its schemas: a summary and its possible errors. */
export function describeCall(
  route: Pick<RouteOptions, "method" | "url" | "config" | "schema">,
): CallDescription {
  const call = `${[route.method].flat()[0]} ${route.url}`;
  const rule = policy[call];
  const takesToken = Array.isArray(rule);
  const refusals = [
    400,
    ...(takesToken || rule === "session" ? [401, 403] : []),
    // Calls that take the session's cookie are accepted from our own pages only.
    ...(isIdentityPath(route.url) ? [403] : []),
    ...(route.url.includes(":") ? [404] : []),
    // A body is refused even where none is needed.
    ...(call.startsWith("GET ") ? [] : [413, 415]),
    ...(route.config?.rateLimit || takesToken ? [429] : []),
    ...(ownRefusals[call] ?? []),
  ];
  const scope = keyScopes[call];
  return {
    summary: scope ? `${callSummaries[call]} (API key: ${scope})` : callSummaries[call],
    takesToken,
    redirects: redirects.has(call),
    refusals: [...new Set(refusals)].sort((a, b) => a - b),
  };
}
