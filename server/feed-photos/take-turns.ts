import type { Executor } from "#server/platform/database/database.ts";
import { claimDuePhoto, listSellersWithDue, type FeedPhoto } from "./feed-photo-store.ts";

/** Photos of one seller, and of one host, that a process fetches at once. */
const mostOfOne = 3;
const refreshMs = 10_000;

/**
 * Claims photos from one seller after the other, so a seller with many photos or a slow server keeps no one else
 * waiting. `claim` returns null if none is due, or only those of sellers and hosts that are busy; `release` is called
 * once a photo is done.
 */
export function takeTurns(db: Executor, waits: readonly number[]) {
  const busy = new Map<string, number>();
  let sellers: string[] = [];
  let readAt = -Infinity;
  const count = (key: string, change: number) => busy.set(key, (busy.get(key) ?? 0) + change);
  const isFull = (key: string) => (busy.get(key) ?? 0) >= mostOfOne;

  async function refresh(): Promise<void> {
    const due = await listSellersWithDue(db);
    const waiting = sellers.filter((seller) => due.includes(seller));
    sellers = [...due.filter((seller) => !waiting.includes(seller)), ...waiting];
    readAt = Date.now();
  }

  return {
    async claim(): Promise<(FeedPhoto & { sellerId: string }) | null> {
      if (sellers.length === 0 || Date.now() - readAt > refreshMs) await refresh();
      const fullHosts = [...busy.keys()].filter(isFull);
      for (const sellerId of [...sellers]) {
        const photo = isFull(sellerId)
          ? null
          : await claimDuePhoto(db, waits, { sellerId, notFrom: fullHosts });
        sellers = sellers.filter((other) => other !== sellerId);
        // Without a photo, the seller's turn comes again once a host is free.
        if (photo || isFull(sellerId) || fullHosts.length > 0) sellers.push(sellerId);
        if (!photo) continue;
        count(sellerId, 1);
        count(hostOf(photo.url), 1);
        return { ...photo, sellerId };
      }
      return null;
    },
    release({ sellerId, url }: { sellerId: string; url: string }): void {
      count(sellerId, -1);
      count(hostOf(url), -1);
    },
  };
}

/** The host of a URL with its port, as the store compares it. */
const hostOf = (url: string) => url.split("/")[2] ?? "";
