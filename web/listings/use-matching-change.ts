import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { changeMatching, listingKeys, type MatchingInput } from "./listing-queries.ts";
import { useSteps } from "#web/ui/tables/use-steps.ts";

/** Changes all cars that match. */
export function useMatchingChange() {
  const queryClient = useQueryClient();
  const steps = useSteps<MatchingInput>(changeMatching, () =>
    queryClient.invalidateQueries({ queryKey: listingKeys.all }),
  );
  const unfinished = useRef<{ key: string; asOf: string | undefined } | null>(null);

  /**
   * The same change of prices after it was interrupted goes on as of its first preview, because the prices that were
   * changed then must not be changed again.
   */
  function goOn(body: MatchingInput): MatchingInput {
    if (body.action !== "price") return body;
    const key = JSON.stringify([body.change, body.filter]);
    if (unfinished.current?.key !== key) unfinished.current = { key, asOf: body.asOf };
    return { ...body, asOf: unfinished.current.asOf };
  }

  return {
    ...steps,
    /** True if cars were changed or refused; false if the change as a whole was, which `error` explains. */
    async run(body: MatchingInput): Promise<boolean> {
      const outcome = await steps.run(goOn(body));
      if (outcome === "done" || outcome === "refused") unfinished.current = null;
      return outcome === "done" || outcome === "stopped";
    },
  };
}
