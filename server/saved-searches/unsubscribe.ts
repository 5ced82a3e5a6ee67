import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { withLockedAccountPatiently } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import { readEmailScope, readOwner, stopEmails, type EmailScope } from "./saved-search-store.ts";
import { withdrawQueuedEmail } from "./withdraw-queued-email.ts";

type Signing = { identity: Pick<Deps["identity"], "tokenKey"> };

/** What an unsubscribe link is for, and whether its emails are on. */
type Unsubscribing = {
  /** The name of its saved search; null for all of the account's. */
  name: string | null;
  /** How many saved searches send emails. */
  on: number;
  /** False once the search or account was deleted. */
  exists: boolean;
};

/** The token of an unsubscribe link. It does not end, because an email can be old. */
export function unsubscribeToken(deps: Signing, scope: EmailScope): string {
  const subject = "searchId" in scope ? `search.${scope.searchId}` : `account.${scope.accountId}`;
  return `${subject}.${signatureOf(deps, subject).toString("base64url")}`;
}

/** The page of an unsubscribe link. Opening it changes nothing, because mail scanners open links. */
export function unsubscribePath(token: string): string {
  return `/saved-searches/unsubscribe?token=${encodeURIComponent(token)}`;
}

/**
 * Stops the emails of an unsubscribe link, with one that is queued. Repeating it changes nothing.
 * @throws AppError not_found if the token was not signed by this shop
 */
export async function unsubscribe(
  deps: Pick<Deps, "db" | "config"> & Signing,
  token: string,
): Promise<ModifiedAnswer> {
  const scope = readToken(deps, token);
  if (!scope) {
    const message = "This unsubscribe link is not valid.";
    throw new AppError("not_found", { message, fields: { token: message } });
  }
  const owner = "accountId" in scope ? scope.accountId : await readOwner(deps.db, scope.searchId);
  if (owner === null) return { modifiedCount: 0 };
  // Locked, so that no email is being queued meanwhile.
  return withLockedAccountPatiently(deps.db, owner, async (tx, account) => {
    if (!account) return { modifiedCount: 0 };
    await withdrawQueuedEmail(tx, deps, { ...scope, accountId: owner });
    return { modifiedCount: await stopEmails(tx, scope) };
  });
}

/** What an unsubscribe link is for; null if its token is not valid. */
export async function readUnsubscribing(
  deps: Pick<Deps, "db"> & Signing,
  token: string,
): Promise<Unsubscribing | null> {
  const scope = readToken(deps, token);
  if (!scope) return null;
  const searches = await readEmailScope(deps.db, scope);
  return {
    name: "searchId" in scope ? (searches[0]?.name ?? "") : null,
    on: searches.filter(({ emailsOn }) => emailsOn).length,
    exists: searches.length > 0,
  };
}

function readToken(deps: Signing, token: string): EmailScope | null {
  const [kind = "", id = "", signature = ""] = token.split(".");
  const given = Buffer.from(signature, "base64url");
  const expected = signatureOf(deps, `${kind}.${id}`);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  if (!z.uuid().safeParse(id).success) return null;
  return kind === "search" ? { searchId: id } : { accountId: id };
}

function signatureOf({ identity }: Signing, subject: string): Buffer {
  // A separate key, so that the signature is valid for nothing else.
  const key = createHmac("sha256", identity.tokenKey).update("unsubscribe").digest();
  return createHmac("sha256", key).update(subject).digest();
}
