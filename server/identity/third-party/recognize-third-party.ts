import type { Database } from "#server/platform/database/database.ts";
import type { OpenIdProfile } from "#server/openid-client/public.ts";
import { decideSignIn } from "./decide-third-party.ts";
import { findIdentityByEmail } from "../identity-store.ts";
import { findIdentityOfSubject, insertGoogleIdentity, lockSubject } from "./third-party-store.ts";

type Recognised =
  { kind: "enter"; identityId: string } | { kind: "unverified" } | { kind: "exists" };

/** Who somebody is here whom the provider vouches for; a new person is added. */
export function recogniseThirdParty(
  { db }: { db: Database },
  person: OpenIdProfile,
): Promise<Recognised> {
  return db.transaction(async (tx): Promise<Recognised> => {
    await lockSubject(tx, person.subject);
    const decision = decideSignIn(person, {
      connected: await findIdentityOfSubject(tx, person.subject),
      namesake: await findIdentityByEmail(tx, person.email),
    });
    if (decision.kind !== "create") return decision;
    const identityId = await insertGoogleIdentity(tx, person);
    // Null: somebody signed up with the email a moment ago.
    return identityId === null ? { kind: "exists" } : { kind: "enter", identityId };
  });
}
