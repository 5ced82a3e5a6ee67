import { z } from "zod";
import type { OutboxEmail } from "#shared/email/outbox-contract.ts";
import type { PageQuery } from "#shared/paging/paging-contract.ts";
import type { Deps } from "#server/deps.ts";
import { escapeHtml } from "#server/email/public.ts";
import { shopAddress } from "#server/platform/config/config.ts";
import { cutPage, decodeCursor } from "#server/platform/http/paging.ts";
import { countEmails, listEmails } from "./delivery-store.ts";

const cursor = z.object({ createdAt: z.iso.datetime(), id: z.uuid() });

/**
 * The emails of the shop, newest first, for users of the demo, which does not send emails.
 * @throws AppError invalid_cursor
 */
export async function readOutbox(
  { db, config }: Pick<Deps, "db" | "config">,
  query: PageQuery,
): Promise<{ emails: OutboxEmail[]; total: number; nextCursor: string | null }> {
  const after = decodeCursor(cursor, query.cursor);
  const emailRows = await listEmails(db, { after, limit: query.limit + 1 });
  const { rows, nextCursor } = cutPage(emailRows, query.limit, (last) => ({
    createdAt: last.createdAt.toISOString(),
    id: last.id,
  }));
  // The reader's browser may know this machine under another name, and shows only pictures of the page's own.
  const ownPictures = `src="${escapeHtml(shopAddress(config))}/`;
  const emails = rows.map(({ id, html, createdAt, sentAt, ...email }) => ({
    _id: id,
    ...email,
    html: html.replaceAll(ownPictures, 'src="/'),
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }));
  return { emails, total: await countEmails(db), nextCursor };
}
