import { listTimelineNumbers } from "../archive/archive-files.ts";
import { listBackups } from "../manifest.ts";
import type { Repository } from "../storage/repository.ts";

/** Each restore into a place's database takes the next number. One so far above all backups was made up. */
const mostRestores = 1_000;

/**
 * The newest timeline of a database that a place has: of its archived log, or of a backup made before any log was archived.
 * PostgreSQL needs a file for each number that is taken, so a made-up name must not take all of them.
 */
export async function findNewestTimeline(
  repository: Repository,
  systemId: string,
): Promise<number> {
  const { backups } = await listBackups(repository, () => undefined);
  const own = backups.filter(({ log }) => log?.systemId === systemId);
  const backedUp = Math.max(0, ...own.map(({ log }) => log!.timeline));
  const archived = await listTimelineNumbers(repository, systemId);
  return Math.max(backedUp, ...[...archived].filter((one) => one <= backedUp + mostRestores));
}
