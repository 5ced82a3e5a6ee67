import {
  and,
  arrayContains,
  eq,
  inArray,
  isNotNull,
  isNull,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { oneLine } from "./one-line.ts";
import { aboutSignIn } from "./queue-store.ts";
import { mailTable } from "./mail-table.ts";

/**
 * Forgets the mails to a person, sent or not, and the copies of sent mails that name them. What others are still to be
 * sent stays, with its words as `rewrite` leaves them. A name of one word is looked for only where a mail says whom it
 * names: it is others' name as well. An email is looked for only where they have confirmed that it is theirs.
 */
export async function forgetMails(
  tx: Executor,
  person: {
    id: string;
    name: string;
    emails: readonly string[];
    confirmedEmails: readonly string[];
  },
  rewrite: (text: string) => string,
): Promise<void> {
  const phrases = [...person.confirmedEmails, ...(person.name.includes(" ") ? [person.name] : [])];
  const namesThem = or(
    arrayContains(mailTable.names, [person.id]),
    and(
      notInArray(mailTable.kind, aboutSignIn),
      or(
        // Where there are no phrases, no mail has one.
        sql`false`,
        ...phrases.map(
          (phrase) => sql`strpos(lower(${mailTable.text}), lower(${oneLine(phrase)})) > 0`,
        ),
      ),
    ),
  );
  await tx
    .delete(mailTable)
    .where(or(inArray(mailTable.to, person.emails), and(isNotNull(mailTable.sentAt), namesThem)));
  const unsent = await tx
    .select({
      id: mailTable.id,
      subject: mailTable.subject,
      text: mailTable.text,
      html: mailTable.html,
    })
    .from(mailTable)
    .where(and(isNull(mailTable.sentAt), namesThem));
  for (const { id, subject, text, html } of unsent)
    await tx
      .update(mailTable)
      .set({ subject: rewrite(subject), text: rewrite(text), html: rewrite(html) })
      .where(eq(mailTable.id, id));
}
