import { useInfiniteQuery } from "@tanstack/react-query";
import { ownActsQuery } from "./moderation-queries.ts";

/** Moderation actions in effect against the signed-in seller; empty until loaded. */
export function useStandingActions() {
  const { data } = useInfiniteQuery(ownActsQuery);
  const standing = data?.pages[0]?.items.filter((act) => act.endedAt === null) ?? [];
  return {
    suspension: standing.find((act) => act.kind === "suspension"),
    removals: standing.filter((act) => act.kind === "removal"),
  };
}
