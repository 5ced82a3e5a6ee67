import type { RouteOptions } from "fastify";
import type { CallDescription, RequestBody } from "#server/platform/http/api-docs.ts";
import { callSummaries } from "./call-summaries.ts";
import { isIdentityPath, policy } from "./policy.ts";

/** Errors that only some calls answer with. */
const ownRefusals: Record<string, number[]> = {
  "GET /api/jwt": [409],
  "GET /api/listings/:id": [410],
  "GET /api/outbox": [403, 404],
  "POST /api/appeals": [404],
  "POST /api/create-payment-intent": [404, 409],
  "POST /api/images": [403, 408, 422],
  "POST /api/products/:id/views": [401],
  "POST /api/saved-searches/unsubscribe": [404],
  "POST /api/users": [409],
  "GET /api/auth/factors": [401],
  "GET /api/auth/list-accounts": [401],
  "GET /api/auth/list-sessions": [401],
  "GET /api/auth/passkey/generate-register-options": [401],
  "GET /api/auth/passkey/list-user-passkeys": [401],
  "POST /api/auth/change-password": [401, 429],
  "POST /api/auth/link-account": [401, 410],
  "POST /api/auth/link-social": [401],
  "POST /api/auth/passkey/delete-passkey": [401],
  "POST /api/auth/passkey/update-passkey": [401],
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
  "POST /api/auth/sign-out": [415],
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
  const hasBody = route.schema?.body !== undefined || requestBodies[call] !== undefined;
  const refusals = [
    400,
    ...(takesToken || rule === "session" ? [401, 403] : []),
    // Calls that take the session's cookie are accepted from our own pages only.
    ...(isIdentityPath(route.url) ? [403] : []),
    ...(route.url.includes(":") ? [404] : []),
    ...(hasBody ? [413, 415] : []),
    ...(route.config?.rateLimit ? [429] : []),
    ...(ownRefusals[call] ?? []),
  ];
  return {
    summary: callSummaries[call],
    takesToken,
    refusals: [...new Set(refusals)].sort((a, b) => a - b),
  };
}
