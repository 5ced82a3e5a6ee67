import { z } from "zod";
import { requiredText } from "#shared/text/text.ts";

/** What a key may do; server/policy.ts lists the calls of each scope. */
export const apiKeyScopes = ["stock:read", "stock:write", "feeds:write"] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Days after which a key can expire. */
export const keyLifetimes = [30, 90, 365] as const;

/** How many keys an account can have at a time. */
export const maximumKeys = 20;

const scope = z.enum(apiKeyScopes, `Choose among ${apiKeyScopes.join(", ")}.`);

export const apiKey = z.object({
  _id: z.string(),
  name: z.string(),
  start: z.string().describe("The key's first characters, to tell keys apart"),
  scopes: z.array(scope),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable().describe("Accurate to a minute"),
});
export type ApiKey = z.infer<typeof apiKey>;

export const newKeyBody = z.object({
  name: requiredText(60, "Name"),
  scopes: z
    .array(scope, "Choose what the key may do.")
    .min(1, "Choose at least one thing that the key may do.")
    .transform((scopes) => apiKeyScopes.filter((one) => scopes.includes(one))),
  expiresInDays: z
    .literal(keyLifetimes, `Choose ${keyLifetimes.join(", ")} days, or no expiry.`)
    .nullable()
    .default(null),
});
export type NewKeyBody = z.infer<typeof newKeyBody>;

export const newKeyAnswer = z.object({
  acknowledged: z.boolean(),
  key: z.string().optional().describe("The whole key. It is shown only in this answer."),
  insertedId: z.string().optional(),
  message: z.string().optional(),
});
export type NewKeyAnswer = z.infer<typeof newKeyAnswer>;
