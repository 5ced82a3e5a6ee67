import type { BulkOutcome } from "#shared/listings/own-product-contract.ts";
import type { BulkResult } from "./use-bulk-action.ts";

/** The rows that one bulk call changed, and why it left out the others. */
export function bulkResultOf<Row extends { _id: string }>(
  rows: readonly Row[],
  outcomes: readonly BulkOutcome[],
): BulkResult<Row> {
  const byId = new Map(outcomes.map((outcome) => [outcome._id, outcome]));
  const result: BulkResult<Row> = { done: [], refused: [] };
  for (const row of rows) {
    const outcome = byId.get(row._id);
    if (outcome?.isDone) result.done.push(row);
    else result.refused.push({ row, why: outcome?.message ?? "Nothing was changed." });
  }
  return result;
}
