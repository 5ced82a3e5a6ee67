import type { SystemState } from "#shared/system/system-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";

/** What is wrong with the shop, in one line; null if nothing is. */
export function verdictOf(state: SystemState): string | null {
  const { warnings, database, backups, processes, queues, certificates, feeds } = state;
  const failedJobs = queues.reduce((sum, { failed }) => sum + failed, 0);
  const hasBackupProblem = [backups.problem, backups.warning, backups.trialProblem].some(Boolean);
  const troubles = [
    counted(warnings.length, "unsafe setting", "unsafe settings"),
    database.role === "primary" ? null : "the database refuses changes",
    hasBackupProblem || backups.archive?.isRunning === false ? "backups need attention" : null,
    counted(
      processes.filter(({ isAlive }) => !isAlive).length,
      "process stopped without notice",
      "processes stopped without notice",
    ),
    counted(failedJobs, "failed job", "failed jobs"),
    counted(
      certificates.filter(({ problem }) => problem !== null).length,
      "certificate with a problem",
      "certificates with a problem",
    ),
    counted(feeds.failing, "feed that cannot be fetched", "feeds that cannot be fetched"),
  ].filter((trouble) => trouble !== null);
  if (troubles.length === 0) return null;
  const sentence = troubles.join(", ");
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`;
}

function counted(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${formatNumber(count)} ${count === 1 ? one : many}`;
}
