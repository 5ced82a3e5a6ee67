import { z } from "zod";
import type { Appeal, appealListQuery } from "#shared/moderation/moderation-contract.ts";
import { mayDecideAppeal } from "#shared/moderation/moderation.ts";
import { countAdmins } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { cutPage, decodeCursor } from "#server/platform/http/paging.ts";
import { countAppeals, listAppealRows, type AppealRow } from "./appeal-store.ts";

/** Why an admin may not decide an appeal: they took the action, or they are the seller who appealed. */
export function anotherDecides({ sellerId, adminId }: { sellerId: string; adminId: string }) {
  const why = sellerId === adminId ? "it is your own appeal" : "it was you who acted";
  return `Another admin decides this: ${why}.`;
}

/** Why the appeal of a deleted account cannot be decided. */
export const sellerIsGone = "The seller's account is gone: there is nothing left to decide.";

const cursor = z.object({ createdAt: z.iso.datetime(), id: z.uuid() });

/** Appeals, newest first: the seller's own, or all for an admin. @throws AppError invalid_cursor */
export async function listAppeals(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  query: z.output<typeof appealListQuery>,
): Promise<{ appeals: Appeal[]; total: number; nextCursor: string | null }> {
  const after = decodeCursor(cursor, query.cursor);
  const sellerId = viewer.role === "admin" ? null : viewer.accountId;
  const which = { sellerId, state: query.state };
  const appeals = await listAppealRows(db, which, { after, limit: query.limit + 1 });
  const { rows, nextCursor } = cutPage(appeals, query.limit, (last) => ({
    createdAt: last.createdAt.toISOString(),
    id: last.id,
  }));
  const admins = await countAdmins(db);
  return {
    appeals: rows.map((row) => presentAppeal(row, viewer, admins)),
    total: await countAppeals(db, which),
    nextCursor,
  };
}

function presentAppeal(row: AppealRow, viewer: Viewer, admins: number): Appeal {
  const isAdmin = viewer.role === "admin";
  const isOpen = isAdmin && row.outcome === null;
  const actor = { actedBy: row.actorId, sellerId: row.sellerId, adminId: viewer.accountId };
  const may = isOpen && !row.isSellerGone && mayDecideAppeal({ ...actor, admins });
  const whyNot = row.isSellerGone ? sellerIsGone : anotherDecides(actor);
  return {
    _id: row.id,
    kind: row.kind,
    item: row.item,
    sellerName: row.sellerName,
    sellerEmail: row.sellerEmail,
    actionReason: row.actionReason,
    actionAt: row.actionAt.toISOString(),
    actionBy: isAdmin ? row.actionBy : null,
    text: row.text,
    createdAt: row.createdAt.toISOString(),
    outcome: row.outcome,
    decisionReason: row.decisionReason,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: isAdmin ? row.decidedBy : null,
    allowedActions: may ? ["uphold", "overturn"] : [],
    note: isOpen && !may ? whyNot : null,
  };
}
