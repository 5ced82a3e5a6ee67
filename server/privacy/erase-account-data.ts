import type { Config } from "#server/platform/config/config.ts";
import { deleteKeysOf } from "#server/api-keys/public.ts";
import { eraseListingEdits } from "#server/catalogue/public.ts";
import { eraseIdentity, lockIdentityForErasure } from "#server/identity/public.ts";
import { deleteFavoritesOf } from "#server/favorites/public.ts";
import { deleteFeedsOf } from "#server/feeds/public.ts";
import { deletePhotosOf } from "#server/feed-photos/public.ts";
import { deleteChecksOf } from "#server/seller-checks/public.ts";
import { deleteSavedSearchesOf } from "#server/saved-searches/public.ts";
import { releaseImages } from "#server/image-release/public.ts";
import { eraseEmails } from "#server/email/public.ts";
import type { ErasePayer } from "#server/payments/public.ts";
import { deleteEndpointOf } from "#server/webhooks/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { redactText, redactEmail, identifyingWords, identifies } from "./redact-text.ts";
import { eraseAccount, eraseBuyer, eraseOnReceipts, eraseSeller } from "./erase-records-store.ts";
import { redactLoggedWords, redactMentions, redactTypedWords } from "./redact-words-store.ts";
import {
  lockRecordsForUpdate,
  listIntents,
  readRemainingWords,
  readUserToErase,
} from "./personal-data-store.ts";

/**
 * Erases the personal data of an account in the transaction that deletes it. Bookings, payments, reports and decisions
 * stay without a name. The seller's cars must already be withdrawn. Images are deleted by the next run of
 * `removeExpiredImages`.
 */
export async function eraseAccountData(
  tx: Executor,
  { config, erasePayer }: { config: Config; erasePayer: ErasePayer },
  accountId: string,
): Promise<void> {
  const user = await readUserToErase(tx, accountId);
  const identity =
    user.identityId === null ? null : await lockIdentityForErasure(tx, user.identityId);
  const emails = [...new Set([user.email, identity?.email ?? user.email])].map((email) =>
    email.toLowerCase(),
  );
  // Anyone can sign up with any email, so other users' records are searched for a confirmed email only.
  const confirmedEmails = identity?.isConfirmed ? emails : [];
  const emailWords = identifyingWords({ names: [], emails: confirmedEmails, phones: [] });
  const rewriteEmails = (text: string) => redactText(emailWords, text);
  // Before the bookings, because accounts, listings and bookings are locked in this order everywhere.
  await redactMentions(tx, confirmedEmails, rewriteEmails);
  await lockRecordsForUpdate(tx, accountId);
  const left = await readRemainingWords(tx, accountId);
  const words = identifyingWords({
    names: [user.name, identity?.name ?? null, ...left.names],
    emails,
    phones: [user.phone, ...left.phones],
  });
  const rewrite = (text: string) => redactText(words, text);
  const person = { ...user, emails, confirmedEmails };
  await redactTypedWords(tx, person, { rewrite, rewriteEmails });
  await redactLoggedWords(tx, person, {
    tells: (text) => identifies(words, text),
    tellsEmail: (text) => identifies(emailWords, text),
  });
  await erasePayer(tx, { email: user.email, intents: await listIntents(tx, accountId) });
  await eraseSeller(tx, accountId, rewrite);
  await eraseBuyer(tx, accountId);
  await deleteFeedsOf(tx, accountId);
  await deletePhotosOf(tx, accountId);
  await deleteKeysOf(tx, accountId);
  await deleteEndpointOf(tx, accountId);
  await deleteFavoritesOf(tx, accountId);
  await deleteChecksOf(tx, accountId);
  await deleteSavedSearchesOf(tx, accountId);
  await eraseOnReceipts(tx, accountId);
  await eraseIdentity(tx, person);
  // Last, so that emails queued in the meantime are included.
  await eraseEmails(tx, person, (text) => redactEmail(words, text));
  await eraseAccount(tx, accountId);
  const images = [user.photoUrl, identity?.image ?? null].filter((image) => image !== null);
  await releaseImages(tx, config, [...images, ...left.images]);
  // At the end, because it waits for other erasures.
  await eraseListingEdits(tx);
}
