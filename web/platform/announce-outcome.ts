import { toast } from "./toast.ts";

/**
 * Says how an action that answers with a count ended: `success` where something was changed, else why not.
 * @returns whether something was changed
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
