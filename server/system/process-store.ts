import { and, eq, lt, sql } from "drizzle-orm";
import type { BuildInfo } from "#server/platform/build-info.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { processTable } from "./process-table.ts";

/** Seconds without a sign of life after which a process counts as gone: four missed heartbeats. */
const silence = 60;
const isAlive = sql<boolean>`${processTable.seenAt} > now() - make_interval(secs => ${silence})`;

type NewProcess = { id: string; host: string; pid: number } & Pick<BuildInfo, "version" | "commit">;

/** Writes that a process runs. */
export async function markAlive(executor: Executor, process: NewProcess): Promise<void> {
  await executor
    .insert(processTable)
    .values({ ...process })
    .onConflictDoUpdate({ target: processTable.id, set: { seenAt: sql`now()` } });
}

/** Removes a process that ends. */
export async function removeProcess(executor: Executor, id: string): Promise<void> {
  await executor.delete(processTable).where(eq(processTable.id, id));
}

/** Removes processes that crashed more than a day ago. */
export async function removeLostProcesses(executor: Executor): Promise<void> {
  await executor
    .delete(processTable)
    .where(and(lt(processTable.seenAt, sql`now() - interval '1 day'`)));
}

/** The processes that run, and those that crashed within a day. */
export function listProcesses(executor: Executor) {
  return executor
    .select({
      id: processTable.id,
      host: processTable.host,
      pid: processTable.pid,
      version: processTable.version,
      commit: processTable.commit,
      startedAt: processTable.startedAt,
      seenAt: processTable.seenAt,
      isAlive,
    })
    .from(processTable)
    .orderBy(sql`${isAlive} desc`, processTable.startedAt, processTable.id);
}
