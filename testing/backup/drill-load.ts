import { createHash } from "node:crypto";
import { expect } from "vitest";
import { ask, book, fillShop, pay, upload, type Buyer, type ShopProcess } from "./shop-process.ts";

const inFlight = 4;

/** What the shop acknowledged, and when the request began and was answered. */
export type Promised = {
  what: "booking" | "payment" | "image";
  id: string;
  began: Date;
  at: Date;
  /** Of an image: the hash of what the shop showed right after the upload, which it re-encodes. */
  sha256?: string | null;
};

/** Books, pays and uploads until it is stopped or the shop dies. */
export function startLoad(
  target: ShopProcess,
  { cars, buyers }: { cars: string[]; buyers: Buyer[] },
) {
  const promised: Promised[] = [];
  let stopped = false;
  const keep = async (what: Promised["what"], work: () => Promise<string | null>) => {
    const began = new Date();
    // A request that a crash cut off was not acknowledged.
    const id = await work().catch(() => null);
    if (!id) return null;
    const one: Promised = { what, id, began, at: new Date() };
    promised.push(one);
    if (what === "image") one.sha256 = await hashOfImage(target, id);
    return id;
  };
  const sendUntilStopped = async (client: number) => {
    for (let turn = 0; !stopped; turn += 1) {
      const buyer = buyers[(turn * inFlight + client) % buyers.length]!;
      const car = cars.pop();
      if (!car) throw new Error("The load ran out of cars.");
      const booking = await keep("booking", () => book(target, buyer, car));
      if (booking && turn % 2 === 0)
        await keep("payment", async () => ((await pay(target, buyer, booking)) ? booking : null));
      if (turn % 8 === client) await keep("image", () => upload(target));
      if (target.child.exitCode !== null || target.child.signalCode !== null) return;
    }
  };
  const clients = Array.from({ length: inFlight }, (_, client) => sendUntilStopped(client));
  return {
    promised,
    stop: async () => {
      stopped = true;
      await Promise.all(clients);
    },
  };
}

/** What the shop acknowledged and does not have. */
export async function findLost(
  target: ShopProcess,
  promised: readonly Promised[],
): Promise<Promised[]> {
  const keptIds = new Set<string>();
  const ids = (what: Promised["what"]) =>
    promised.filter((one) => one.what === what).map(({ id }) => id);
  const bookings = await ask<{ id: string }>(
    target,
    `select b.id from booking b where b.id = any($1) and b.state in ('held', 'paid') and exists (select 1 from booking_event e where e.booking_id = b.id)`,
    [ids("booking")],
  );
  const payments = await ask<{ id: string }>(
    target,
    `select b.id from booking b join payment p on p.booking_id = b.id join receipt r on r.booking_id = b.id where b.id = any($1) and b.state = 'paid'`,
    [ids("payment")],
  );
  for (const { id } of bookings) keptIds.add(`booking ${id}`);
  for (const { id } of payments) keptIds.add(`payment ${id}`);
  for (const { what, id, sha256 } of promised) {
    if (what !== "image") continue;
    const hash = await hashOfImage(target, id);
    // If the shop died right after the upload, it is only known that there must be something.
    if (hash !== null && hash === (sha256 ?? hash)) keptIds.add(`image ${id}`);
  }
  return promised.filter(({ what, id }) => !keptIds.has(`${what} ${id}`));
}

/** The hash of what the shop shows as an image; null if it shows nothing. */
async function hashOfImage({ address }: ShopProcess, path: string): Promise<string | null> {
  try {
    const response = await fetch(`${address}${path}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isShown = response.status === 200 && bytes.length > 100;
    return isShown ? createHash("sha256").update(bytes).digest("hex") : null;
  } catch {
    return null;
  }
}

/** A restored shop takes bookings, and is backed up again from its new history on. */
export async function expectToServe(target: ShopProcess, dataDir: string): Promise<void> {
  const { cars, buyers } = await fillShop(target, { dataDir, cars: 1, buyers: 1 });
  expect(await book(target, buyers[0]!, cars[0]!)).not.toBeNull();
}
