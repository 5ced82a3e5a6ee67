import { z } from "zod";
import type { OwnModerationAction } from "#shared/moderation/moderation-contract.ts";
import type { PageQuery } from "#shared/paging/paging-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { cutPage, decodeCursor } from "#server/platform/http/paging.ts";
import { countOwnActs, listOwnActRows, type OwnActRow } from "./own-moderation-action-store.ts";

const cursor = z.object({ at: z.iso.datetime(), id: z.uuid() });

/** Moderation actions against the viewer, newest first, with their appeals. @throws AppError invalid_cursor */
export async function listOwnModerationActions(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  query: PageQuery,
): Promise<{ actions: OwnModerationAction[]; total: number; nextCursor: string | null }> {
  const after = decodeCursor(cursor, query.cursor);
  const actions = await listOwnActRows(db, viewer.accountId, { after, limit: query.limit + 1 });
  const { rows, nextCursor } = cutPage(actions, query.limit, (last) => ({
    at: last.at.toISOString(),
    id: last.id,
  }));
  return {
    actions: rows.map(presentOwnAction),
    total: await countOwnActs(db, viewer.accountId),
    nextCursor,
  };
}

// Sellers do not see which admins acted and decided.
function presentOwnAction({
  id,
  kind,
  item,
  reason,
  at,
  endedAt,
  appeal,
}: OwnActRow): OwnModerationAction {
  return {
    _id: id,
    kind,
    item,
    reason,
    at: at.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    appeal: appeal && {
      _id: appeal.id,
      text: appeal.text,
      createdAt: appeal.createdAt.toISOString(),
      outcome: appeal.outcome,
      decisionReason: appeal.decisionReason,
      decidedAt: appeal.decidedAt?.toISOString() ?? null,
    },
    allowedActions: appeal === null && endedAt === null ? ["appeal"] : [],
  };
}
