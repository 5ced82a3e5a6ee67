import { toast } from "./toast.ts";

/**
 * Shows the outcome of an action that returns a count: `success` if something changed, otherwise the reason.
 * @returns whether something changed
 */
export function announceOutcome(
  count: number,
  refusal: string | undefined,
  success: string,
): boolean {
  if (count > 0) toast.success(success);
  else toast.error(refusal ?? "Nothing was changed. Refresh the page and try again.");
  return count > 0;
}
