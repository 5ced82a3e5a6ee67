import type { OpenIdProfile } from "#server/openid-client/public.ts";

/** What we know of a person whom the provider vouches for. */
type Known = {
  /** Whom they are connected with here. */
  connected: { id: string } | null;
  /** Who has their email here. */
  namesake: { id: string } | null;
};

export type SignInDecision =
  | { kind: "enter"; identityId: string }
  | { kind: "create" }
  | { kind: "unverified" }
  | { kind: "exists" };

/**
 * What happens to somebody who comes back from the provider and is not signed in here. An account with the same email is
 * never opened by that alone: whoever has it shows that it is theirs first.
 */
export function decideSignIn(person: OpenIdProfile, known: Known): SignInDecision {
  if (!person.emailVerified) return { kind: "unverified" };
  if (known.connected) return { kind: "enter", identityId: known.connected.id };
  return known.namesake ? { kind: "exists" } : { kind: "create" };
}

export type LinkDecision = "connect" | "connected" | "unverified" | "other-email" | "taken";

/**
 * Whether the account that is signed in may be connected with a person at the provider. The emails have to be the same:
 * whoever made an account with another's email could else keep a door of their own to it, and walk in after its owner
 * has taken it over by a new password.
 */
export function decideLink(
  person: Pick<OpenIdProfile, "email" | "emailVerified">,
  account: { id: string; email: string },
  connected: { id: string } | null,
): LinkDecision {
  if (!person.emailVerified) return "unverified";
  if (person.email !== account.email) return "other-email";
  if (connected) return connected.id === account.id ? "connected" : "taken";
  return "connect";
}
