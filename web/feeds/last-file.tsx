import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { Moment } from "#web/ui/moment.tsx";

/** The file that a feed has read last, and when. A fetched file that has not changed makes no new plan. */
export function LastFile({ lastPlan, fetch }: Pick<FeedAnswer, "lastPlan" | "fetch">) {
  const fetchedAt = fetch?.lastAt ?? "";
  const readAt = lastPlan?.createdAt ?? "";
  if (readAt === "" && fetchedAt === "") return <span>None yet</span>;
  const isFetched = fetchedAt > readAt;
  return (
    <>
      <span>{lastPlan?.file}</span>
      <span className="block text-sm text-muted">
        <span>{isFetched ? "Fetched" : "Read"}</span> <Moment at={isFetched ? fetchedAt : readAt} />
      </span>
    </>
  );
}
