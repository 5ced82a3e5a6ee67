import type { Config } from "#server/platform/config/config.ts";
import { shopAddress } from "#server/platform/config/shop-address.ts";
import type { Database } from "#server/platform/database/database.ts";
import { queueEmail } from "#server/email/public.ts";
import type { OpenIdProfile } from "#server/openid-client/public.ts";
import { claimAddress } from "../claim-address.ts";
import { decideLink, type LinkDecision } from "./decide-third-party.ts";
import { holdPerson } from "../lock-identity.ts";
import { googleConnectedEmail } from "../identity-emails.ts";
import type { IdentitySession } from "../create-identity.ts";
import { endOtherSessions } from "../sessions/session-store.ts";
import { findIdentityOfSubject, insertLink, lockSubject } from "./third-party-store.ts";

/**
 * Connects the account that is signed in with a person whom the provider vouches for, and tells its owner by mail. Their
 * address counts as confirmed from then on: the provider says that it is theirs. Where it did not before, every other
 * session ends, and passkeys and codes go (claim-address.ts).
 * @throws AppError not_signed_in where the session has ended meanwhile
 */
export function linkThirdParty(
  deps: { db: Database; config: Config },
  account: Pick<IdentitySession, "identityId" | "sessionId" | "email" | "name">,
  person: Pick<OpenIdProfile, "subject" | "email" | "emailVerified">,
): Promise<LinkDecision> {
  return deps.db.transaction(async (tx) => {
    await lockSubject(tx, person.subject);
    const { isConfirmed } = await holdPerson(tx, account);
    const { identityId: id, email } = account;
    const decision = decideLink(
      person,
      { id, email },
      await findIdentityOfSubject(tx, person.subject),
    );
    if (decision !== "connect") return decision;
    await insertLink(tx, id, person.subject);
    if (!isConfirmed) await endOtherSessions(tx, account);
    const left = await claimAddress(tx, { id, wasConfirmed: isConfirmed });
    const address = { person: { ...account, isConfirmed }, shopAddress: shopAddress(deps.config) };
    await queueEmail(tx, googleConnectedEmail(deps.config, { ...address, ...left }));
    return decision;
  });
}
