import { useInfiniteQuery } from "@tanstack/react-query";
import { ownActionsQuery } from "./moderation-queries.ts";

/** Moderation actions in effect against the signed-in seller; empty until `isLoaded`, or if they cannot be loaded. */
export function useStandingActions() {
  const { data, isPending } = useInfiniteQuery(ownActionsQuery);
  const standing = data?.pages[0]?.items.filter((action) => action.endedAt === null) ?? [];
  return {
    isLoaded: !isPending,
    suspension: standing.find((action) => action.kind === "suspension"),
    removals: standing.filter((action) => action.kind === "removal"),
  };
}
