import { listTimelines } from "../archive/archive-files.ts";
import { listBackups } from "../manifest.ts";
import type { Repository } from "../storage/repository.ts";

/** The newest timeline of a database that a place has: of its archived log, or of a backup made before any log was archived. */
export async function findNewestTimeline(
  repository: Repository,
  systemId: string,
): Promise<number> {
  const archived = await listTimelines(repository, systemId, () => undefined);
  const { backups } = await listBackups(repository, () => undefined);
  const own = backups.filter(({ log }) => log?.systemId === systemId);
  return Math.max(
    0,
    ...archived.map(({ timeline }) => timeline),
    ...own.map(({ log }) => log!.timeline),
  );
}
