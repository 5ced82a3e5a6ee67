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
import { oneLine } from "./write-email.ts";
import { withoutUserTexts } from "./queue-store.ts";
import { emailTable } from "./email-table.ts";

/**
 * Erases the emails to a user, and sent emails to others that mention the user. Unsent emails to others are kept, with
 * their texts changed by `rewrite`. A name of one word is matched only through `names`, because other users may share it.
 * An email address is matched only if the user has confirmed it.
 */
export async function eraseEmails(
  tx: Executor,
  user: {
    id: string;
    name: string;
    emails: readonly string[];
    confirmedEmails: readonly string[];
  },
  rewrite: (text: string) => string,
): Promise<void> {
  const phrases = [...user.confirmedEmails, ...(user.name.includes(" ") ? [user.name] : [])];
  const namesThem = or(
    arrayContains(emailTable.mentionedAccounts, [user.id]),
    and(
      notInArray(emailTable.kind, withoutUserTexts),
      or(
        // Without phrases, nothing matches.
        sql`false`,
        ...phrases.map(
          (phrase) => sql`strpos(lower(${emailTable.text}), lower(${oneLine(phrase)})) > 0`,
        ),
      ),
    ),
  );
  await tx
    .delete(emailTable)
    .where(or(inArray(emailTable.to, user.emails), and(isNotNull(emailTable.sentAt), namesThem)));
  const unsent = await tx
    .select({
      id: emailTable.id,
      subject: emailTable.subject,
      text: emailTable.text,
      html: emailTable.html,
    })
    .from(emailTable)
    .where(and(isNull(emailTable.sentAt), namesThem));
  for (const { id, subject, text, html } of unsent)
    await tx
      .update(emailTable)
      .set({ subject: rewrite(subject), text: rewrite(text), html: rewrite(html) })
      .where(eq(emailTable.id, id));
}
