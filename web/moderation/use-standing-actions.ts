import { useInfiniteQuery } from "@tanstack/react-query";
import { ownActsQuery } from "./moderation-queries.ts";

/** What of moderation stands against the signed-in seller now; nothing while that is not known yet. */
export function useStandingActions() {
  const { data } = useInfiniteQuery(ownActsQuery);
  const standing = data?.pages[0]?.items.filter((act) => act.endedAt === null) ?? [];
  return {
    suspension: standing.find((act) => act.kind === "suspension"),
    removals: standing.filter((act) => act.kind === "removal"),
  };
}
