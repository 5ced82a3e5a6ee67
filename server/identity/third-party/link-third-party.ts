import { shopAddress, type Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { queueEmail } from "#server/email/public.ts";
import type { OpenIdProfile } from "#server/openid-client/public.ts";
import { confirmOwnership } from "../confirm-ownership.ts";
import { decideLink, type LinkDecision } from "./decide-third-party.ts";
import { lockIdentityForChange } from "../lock-identity.ts";
import { googleConnectedEmail } from "../identity-emails.ts";
import type { IdentitySession } from "../identity.ts";
import { endOtherSessions } from "../sessions/session-store.ts";
import { findIdentityOfSubject, insertLink, lockSubject } from "./third-party-store.ts";

/**
 * Connects the signed-in account with a verified user of the provider, and emails its owner. The address is confirmed from
 * then on. If it was not before, all other sessions end, and passkeys and two-factor authentication are removed
 * (confirm-ownership.ts).
 * @throws AppError not_signed_in if the session has ended in the meantime
 */
export function linkThirdParty(
  deps: { db: Database; config: Config },
  account: Pick<IdentitySession, "identityId" | "sessionId" | "email" | "name">,
  profile: Pick<OpenIdProfile, "subject" | "email" | "emailVerified">,
): Promise<LinkDecision> {
  return deps.db.transaction(async (tx) => {
    await lockSubject(tx, profile.subject);
    const { isConfirmed } = await lockIdentityForChange(tx, account);
    const { identityId: id, email } = account;
    const decision = decideLink(
      profile,
      { id, email },
      await findIdentityOfSubject(tx, profile.subject),
    );
    if (decision !== "connect") return decision;
    await insertLink(tx, id, profile.subject);
    if (!isConfirmed) await endOtherSessions(tx, account);
    const remaining = await confirmOwnership(tx, { id, wasConfirmed: isConfirmed });
    const to = { user: { ...account, isConfirmed }, shopAddress: shopAddress(deps.config) };
    await queueEmail(tx, googleConnectedEmail(deps.config, { ...to, ...remaining }));
    return decision;
  });
}
