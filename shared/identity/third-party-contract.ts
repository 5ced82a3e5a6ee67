import { z } from "zod";
import { emailAddress, text } from "#shared/text/text.ts";

/** Who may vouch for somebody besides a password. */
export const thirdPartyProviders = ["google"] as const;

/**
 * How a round trip to the provider ended, as the address says it that the browser comes back to: `?google=…`. The words
 * for each are the page's own; nothing that stands in an address is ever shown.
 */
export const roundTrips = [
  /** Signed in. */
  "done",
  /** Recognised, and a code of their authenticator app is asked for. */
  "code",
  /** The address has an account already, which has to be opened before the two are connected. */
  "exists",
  /** Connected with the account that was signed in. */
  "connected",
  /** The person said no. */
  "declined",
  /** Another browser's answer, an old one, or one that was never asked for. */
  "expired",
  /** The provider does not vouch for the email. */
  "unverified",
  /** Another account here is connected with this person. */
  "taken",
  /** The provider's email is not the account's. */
  "other-email",
  /** The provider does not answer. */
  "unavailable",
  /** Too many tries from this address. */
  "busy",
  /** The answer could not be trusted, or a fault of ours. */
  "failed",
] as const;
export type RoundTrip = (typeof roundTrips)[number];

const provider = z.enum(thirdPartyProviders);

export const socialBody = z.object({
  provider,
  /** The path of this site to come back to. Any other address is not one, and is left out. */
  callbackURL: text(2_000).optional(),
});
export const linkSocialBody = z.object({ provider });
/** Where the browser goes next. */
export const socialAnswer = z.object({ url: z.string(), redirect: z.literal(true) });

export const unlinkBody = z.object({ providerId: provider });

export const waysIn = z.object({
  /** Whether the account has a password. */
  password: z.boolean(),
  google: z.boolean().describe("Whether the account is connected with Google"),
});
export type WaysIn = z.infer<typeof waysIn>;

export const pendingLink = z.object({
  email: z.string().nullable().describe("Of the account that waits to be connected, if one does"),
});

/** What comes back from the provider, as far as we read it (RFC 6749, 4.1.2; RFC 9207 for `iss`). */
export const callbackQuery = z.object({
  code: z.string().max(4_000).optional(),
  state: z.string().max(200).optional(),
  error: z.string().max(200).optional(),
  iss: z.string().max(500).optional(),
});

/** What an ID token says of a person, once its signature is checked. */
export const profileClaims = z.object({
  sub: text(255).pipe(z.string().min(1)),
  email: emailAddress,
  email_verified: z.union([z.boolean(), z.literal("true").transform(() => true)]).catch(false),
  name: text(500).optional().catch(undefined),
});
