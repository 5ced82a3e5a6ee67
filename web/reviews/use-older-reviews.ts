import { useState } from "react";
import type { SellerReviews } from "#shared/reviews/review-contract.ts";

type Review = SellerReviews["reviews"][number];

/** The reviews of a listing's seller after the first page, which are read one page at a time. */
export function useOlderReviews(listingId: string, firstCursor: string | null) {
  const [older, setOlder] = useState<readonly Review[]>([]);
  const [cursor, setCursor] = useState(firstCursor);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");

  async function load() {
    if (cursor === null || state === "loading") return;
    setState("loading");
    try {
      // Visitors who only look don't need the API client.
      const url = `/api/listings/${encodeURIComponent(listingId)}/reviews?cursor=${encodeURIComponent(cursor)}`;
      const response = await fetch(url, { headers: { accept: "application/json" } });
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      const page = (await response.json()) as SellerReviews;
      setOlder((earlier) => [...earlier, ...page.reviews]);
      setCursor(page.nextCursor);
      setState("idle");
    } catch {
      setState("failed");
    }
  }

  return { older, hasMore: cursor !== null, state, load: () => void load() };
}
