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
  /** The full hosts that all of a seller's due photos were on. While these are full, the database is not asked again. */
  const blocked = new Map<string, string[]>();
  let readAt = -Infinity;
  const count = (key: string, change: number) => busy.set(key, (busy.get(key) ?? 0) + change);
  const isFull = (key: string) => (busy.get(key) ?? 0) >= mostOfOne;
  const mustWait = (seller: string) =>
    isFull(seller) || (blocked.get(seller)?.every(isFull) ?? false);

  async function refresh(): Promise<void> {
    const due = await listSellersWithDue(db);
    const waiting = sellers.filter((seller) => due.includes(seller));
    sellers = [...due.filter((seller) => !waiting.includes(seller)), ...waiting];
    blocked.clear();
    readAt = Date.now();
  }

  return {
    async claim(): Promise<(FeedPhoto & { sellerId: string }) | null> {
      if (sellers.length === 0 || Date.now() - readAt > refreshMs) await refresh();
      const fullHosts = [...busy.keys()].filter(isFull);
      for (const sellerId of [...sellers]) {
        if (mustWait(sellerId)) continue;
        const photo = await claimDuePhoto(db, waits, { sellerId, notFrom: fullHosts });
        sellers = sellers.filter((other) => other !== sellerId);
        // Without a photo, the seller's turn comes again once a host is free.
        if (photo || fullHosts.length > 0) sellers.push(sellerId);
        if (!photo) {
          blocked.set(sellerId, fullHosts);
          continue;
        }
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
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : "");
