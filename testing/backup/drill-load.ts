import { expect } from "vitest";
import { ask, book, fillShop, pay, upload, type Buyer, type ShopProcess } from "./shop-process.ts";

const inFlight = 4;

/** What the shop acknowledged, and when the request began and was answered. */
export type Promised = { what: "booking" | "payment" | "image"; id: string; began: Date; at: Date };

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
    if (id) promised.push({ what, id, began, at: new Date() });
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
  const kept = new Set<string>();
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
  for (const { id } of bookings) kept.add(`booking ${id}`);
  for (const { id } of payments) kept.add(`payment ${id}`);
  for (const path of ids("image")) {
    const response = await fetch(`${target.address}${path}`);
    if (response.status === 200 && (await response.arrayBuffer()).byteLength > 100)
      kept.add(`image ${path}`);
  }
  return promised.filter(({ what, id }) => !kept.has(`${what} ${id}`));
}

/** A restored shop takes bookings, and is backed up again from its new history on. */
export async function expectToServe(target: ShopProcess, dataDir: string): Promise<void> {
  const { cars, buyers } = await fillShop(target, { dataDir, cars: 1, buyers: 1 });
  expect(await book(target, buyers[0]!, cars[0]!)).not.toBeNull();
}
