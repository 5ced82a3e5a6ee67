import type { Database } from "#server/platform/database/database.ts";
import type { OpenIdProfile } from "#server/openid-client/public.ts";
import { decideSignIn } from "./decide-third-party.ts";
import { findIdentityByEmail } from "../identity-store.ts";
import { findIdentityOfSubject, insertGoogleIdentity, lockSubject } from "./third-party-store.ts";

type Recognition =
  { kind: "enter"; identityId: string } | { kind: "unverified" } | { kind: "exists" };

/** Finds the identity of a verified user of the provider. A new user gets a new identity. */
export function recognizeThirdParty(
  { db }: { db: Database },
  profile: OpenIdProfile,
): Promise<Recognition> {
  return db.transaction(async (tx): Promise<Recognition> => {
    await lockSubject(tx, profile.subject);
    const decision = decideSignIn(profile, {
      connected: await findIdentityOfSubject(tx, profile.subject),
      sameEmail: await findIdentityByEmail(tx, profile.email),
    });
    if (decision.kind !== "create") return decision;
    const identityId = await insertGoogleIdentity(tx, profile);
    // Null: someone signed up with the email a moment ago.
    return identityId === null ? { kind: "exists" } : { kind: "enter", identityId };
  });
}
