import type { Config } from "#server/platform/config/config.ts";
import { eraseIdentity, lockIdentityForErasure } from "#server/identity/public.ts";
import { releaseImage } from "#server/image-release/public.ts";
import { forgetEmails } from "#server/email/public.ts";
import { erasePayer } from "#simulators/payment-provider/state/erase-payer-store.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { blackOut, redactEmail, personWords, tellsOf } from "./black-out.ts";
import {
  forgetAccount,
  forgetBuyer,
  forgetOnReceipts,
  forgetSeller,
} from "./forget-records-store.ts";
import { forgetLoggedWords, forgetMentions, forgetTypedWords } from "./forget-words-store.ts";
import { holdRecords, listIntents, readLeftWords, readPerson } from "./person-store.ts";

/**
 * Makes the records of an account nobody's, in the transaction that ends it: what was booked, paid, reported and
 * decided stays, and nowhere does it say by whom. Their cars must be off the shop. Pictures are removed with the next
 * round of `removeExpiredImages`.
 */
export async function forgetPerson(
  tx: Executor,
  { config }: { config: Config },
  accountId: string,
): Promise<void> {
  const person = await readPerson(tx, accountId);
  const identity =
    person.identityId === null ? null : await lockIdentityForErasure(tx, person.identityId);
  const emails = [...new Set([person.email, identity?.email ?? person.email])].map((email) =>
    email.toLowerCase(),
  );
  // Anyone can sign up with any email: other people's records are searched only for a confirmed one, and only for that.
  const confirmedEmails = identity?.isConfirmed ? emails : [];
  const emailWords = personWords({ names: [], emails: confirmedEmails, phones: [] });
  const rewriteEmails = (text: string) => blackOut(emailWords, text);
  // Before the bookings: accounts, listings and bookings are locked in this order everywhere.
  await forgetMentions(tx, confirmedEmails, rewriteEmails);
  await holdRecords(tx, accountId);
  const left = await readLeftWords(tx, accountId);
  const words = personWords({
    names: [person.name, identity?.name ?? null, ...left.names],
    emails,
    phones: [person.phone, ...left.phones],
  });
  const rewrite = (text: string) => blackOut(words, text);
  const known = { ...person, emails, confirmedEmails };
  await forgetTypedWords(tx, known, { rewrite, rewriteEmails });
  await forgetLoggedWords(tx, known, {
    tells: (text) => tellsOf(words, text),
    tellsEmail: (text) => tellsOf(emailWords, text),
  });
  await erasePayer(tx, { email: person.email, intents: await listIntents(tx, accountId) });
  await forgetSeller(tx, accountId, rewrite);
  await forgetBuyer(tx, accountId);
  await forgetOnReceipts(tx, accountId);
  await eraseIdentity(tx, known);
  // Late: by now all is there that was just being written to them.
  await forgetEmails(tx, known, (letter) => redactEmail(words, letter));
  await forgetAccount(tx, accountId);
  const images = [person.photoUrl, identity?.image ?? null].filter((image) => image !== null);
  for (const image of new Set([...images, ...left.images])) await releaseImage(tx, config, image);
}
