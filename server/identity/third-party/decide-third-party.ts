import type { OpenIdProfile } from "#server/openid-client/public.ts";

/** The identities here that match a provider's profile. */
type Matches = {
  /** The one that is connected with it. */
  connected: { id: string } | null;
  /** The one with its email. */
  sameEmail: { id: string } | null;
};

export type SignInDecision =
  | { kind: "enter"; identityId: string }
  | { kind: "create" }
  | { kind: "unverified" }
  | { kind: "exists" };

/**
 * What happens to a user who comes back from the provider and is not signed in here. A matching email alone never opens
 * an account: its owner signs in to it first.
 */
export function decideSignIn(profile: OpenIdProfile, matches: Matches): SignInDecision {
  if (!profile.emailVerified) return { kind: "unverified" };
  if (matches.connected) return { kind: "enter", identityId: matches.connected.id };
  return matches.sameEmail ? { kind: "exists" } : { kind: "create" };
}

export type LinkDecision = "connect" | "connected" | "unverified" | "other-email" | "taken";

/**
 * Whether the signed-in account may be connected with a user of the provider. The emails must match: otherwise an attacker
 * who signed up with someone else's email could connect their own Google account, and still sign in with it after the
 * owner reset the password.
 */
export function decideLink(
  profile: Pick<OpenIdProfile, "email" | "emailVerified">,
  account: { id: string; email: string },
  connected: { id: string } | null,
): LinkDecision {
  if (!profile.emailVerified) return "unverified";
  if (profile.email !== account.email) return "other-email";
  if (connected) return connected.id === account.id ? "connected" : "taken";
  return "connect";
}
