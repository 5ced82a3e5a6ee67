import { z } from "zod";
import { emailAddress, text } from "#shared/text/text.ts";

/** Providers that users can sign in with. */
const thirdPartyProviders = ["google"] as const;

/**
 * The result of an OAuth flow, which the browser gets as `?google=…`. The page has a message for each; text from a URL is
 * never shown.
 */
export const oauthFlowResults = [
  /** Signed in. */
  "done",
  /** Recognized, and a code of the authenticator app is required. */
  "code",
  /** The email already has an account. The user signs in to it before the two are connected. */
  "exists",
  /** Connected with the signed-in account. */
  "connected",
  /** The user declined. */
  "declined",
  /** The response belongs to another browser, is old or was never requested. */
  "expired",
  /** The provider has not verified the email. */
  "unverified",
  /** Another account is connected with this user of the provider. */
  "taken",
  /** The provider's email is not the account's. */
  "other-email",
  /** The provider does not answer. */
  "unavailable",
  /** Too many attempts from this IP address. */
  "busy",
  /** The response could not be trusted, or an error of ours. */
  "failed",
] as const;
export type OAuthFlowResult = (typeof oauthFlowResults)[number];

const provider = z.enum(thirdPartyProviders);

export const socialBody = z.object({
  provider,
  /** The path of this site to return to. Other URLs are ignored. */
  callbackURL: text(2_000).optional(),
});
export const linkSocialBody = z.object({ provider });
/** Where the browser goes next. */
export const socialAnswer = z.object({ url: z.string(), redirect: z.literal(true) });

export const unlinkBody = z.object({ providerId: provider });

export const signInMethods = z.object({
  /** Whether the account has a password. */
  password: z.boolean(),
  google: z.boolean().describe("Whether the account is connected with Google"),
});
export type SignInMethods = z.infer<typeof signInMethods>;

export const pendingLink = z.object({
  email: z
    .string()
    .nullable()
    .describe("The email of the account that is waiting to be connected, if any"),
});

/** The fields of the provider's response that we read (RFC 6749, 4.1.2; RFC 9207 for `iss`). */
export const callbackQuery = z.object({
  code: z.string().max(4_000).optional(),
  state: z.string().max(200).optional(),
  error: z.string().max(200).optional(),
  iss: z.string().max(500).optional(),
});

/** The claims of a validated ID token. */
export const profileClaims = z.object({
  sub: text(255).pipe(z.string().min(1)),
  email: emailAddress,
  email_verified: z.union([z.boolean(), z.literal("true").transform(() => true)]).catch(false),
  name: text(500).optional().catch(undefined),
});
