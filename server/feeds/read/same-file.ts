import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { readBuildInfo } from "#server/platform/build-info.ts";
import type { Database } from "#server/platform/database/database.ts";
import { changeFeed, type Feed } from "../feed-store.ts";
import type { MadePlan } from "../plan/make-plan.ts";
import { countChanges } from "../plan/change-count-store.ts";
import { readLastPlan, type PlanOutline } from "../plan/plan-outline-store.ts";
import { isUndoable } from "../apply/undo-plan.ts";

/** A hash of a file and of what else its reading depends on, such as options and the program's version. */
export async function digestOf(file: string, context: object): Promise<string> {
  const hash = createHash("sha256");
  const { version, commit } = readBuildInfo(process.env);
  hash.update(JSON.stringify([version, commit, new Date().getUTCFullYear(), context]));
  await pipeline(createReadStream(file), hash);
  return hash.digest("base64url");
}

/** The feed's last plan, if it was applied completely from the same file, so that there is nothing to compare. */
export async function findSamePlan(
  db: Database,
  feed: Feed,
  digest: string,
): Promise<PlanOutline | null> {
  if (feed.digest !== digest) return null;
  const last = await readLastPlan(db, feed.id);
  return last && isUndoable(last, feed) ? last : null;
}

/** Whether the shop agrees with a plan's file: every change was made, and none is left that may become possible later. */
export async function isSettled(db: Database, { id, plan }: MadePlan): Promise<boolean> {
  if (plan.keptChanges.length > 0 || plan.keepsGone) return false;
  if (id === null) return true;
  const changes = await countChanges(db, id);
  return changes.every(({ state }) => state === "applied");
}

/** Remembers the file of a plan that was applied, unless a part of it may become possible later. */
export async function rememberFile(
  db: Database,
  { feedId, made, digest }: { feedId: string; made: MadePlan; digest: string },
): Promise<void> {
  if (await isSettled(db, made)) await changeFeed(db, feedId, { digest });
}
