import { formatNumber } from "#shared/text/format-number.ts";
import { counted, type Things } from "./bulk-report.tsx";
import type { StepsResult } from "./use-steps.ts";

/** The summary and failures of a change of `count` things, for its report. */
export function describeSteps(
  { doneCount, refusedCount, refusals, stopped }: StepsResult,
  { done, count, things }: { done: string; count: number; things: Things },
) {
  const failed = refusedCount > 0 ? `, ${formatNumber(refusedCount)} failed` : "";
  const left = count - doneCount - refusedCount;
  const failures = refusals.map((refusal) => {
    const others = refusal.count - refusal.names.length;
    const names = refusal.names.join(", ");
    const more = others > 0 ? ` and ${formatNumber(others)} more` : "";
    return { name: `${counted(refusal.count, things)} (${names}${more})`, why: refusal.message };
  });
  return {
    summary: `${counted(doneCount, things)} ${done}${failed}`,
    failures:
      stopped === null
        ? failures
        : [...failures, { name: `${counted(Math.max(left, 1), things)} left`, why: stopped }],
  };
}

/** How far a change is, or why it was refused. */
export function StepsProgress({
  progress,
  total,
  error,
}: {
  progress: number | null;
  total: number;
  error: string | null;
}) {
  if (error !== null)
    return (
      <p role="alert" className="mt-3 text-danger">
        {error}
      </p>
    );
  if (progress === null) return null;
  return (
    <p
      role="status"
      className="mt-3 tabular-nums"
    >{`${formatNumber(progress)} of ${formatNumber(total)} done. Keep this page open.`}</p>
  );
}
