import { randomUUID } from "node:crypto";
import { AppError } from "#shared/errors/app-error.ts";
import { receiveEvent } from "#server/payments/events/receive-event.ts";
import { reconcilePayments } from "#server/payments/reconcile-payments.ts";
import type { Ending, Start, Step } from "./payment-model.ts";
import { bookingOf, performStep, price, refund } from "./payment-steps.ts";
import type { FixtureDeps, Scene } from "./payment-steps.ts";
import type { ProviderFixture } from "./provider-fixture.ts";

/** Dependencies of a shop with another provider, such as the fake. */
export function depsWith(
  base: Omit<FixtureDeps, "provider">,
  { provider }: ProviderFixture,
): FixtureDeps {
  return { ...base, provider };
}

export type PaymentFixture = Awaited<ReturnType<typeof createPaymentFixture>>;

/**
 * Creates a seller, two buyers and cars in the database, with their actions. `promised`: confirmations they got.
 * `slipped`: bookings that ended without a cancellation at the provider.
 */
export async function createPaymentFixture(
  deps: FixtureDeps,
  provider: ProviderFixture,
  adminId: string,
  starts: Start[],
) {
  const scene: Scene = {
    deps,
    provider,
    accounts: { seller: randomUUID(), buyers: [randomUUID(), randomUUID()], admin: adminId },
    cars: starts.map(() => randomUUID()),
    bookings: [],
    forms: [],
    promised: [],
    lostIds: new Set(),
  };
  await insertAccountsAndCars(scene);
  const slipped = new Set<string>();
  for (const [car, start] of starts.entries()) {
    const slippedId = await bringToStart(scene, start, car);
    if (slippedId) slipped.add(slippedId);
  }
  return {
    cars: scene.cars,
    promised: scene.promised,
    slipped,
    run: (step: Step) => run(scene, step),
    end: (ending: Ending) => end(scene, ending),
    refund: (booking: string | undefined, part: number) => refund(scene, booking, part),
  };
}

async function insertAccountsAndCars({ deps, accounts, cars }: Scene): Promise<void> {
  await deps.pool.query(
    `with users as (
       insert into account (id, name, email, role)
       select id, '', id || '@model.example', case when id = $1 then 'Seller' else 'Buyer' end from unnest($2::uuid[]) as id returning id)
     insert into listing (id, seller_id, name, make, category_id, resale_price_minor)
     select car, users.id, '', 'BMW', 1, $4 from unnest($3::uuid[]) as car join users on users.id = $1`,
    [accounts.seller, [accounts.seller, ...accounts.buyers], cars, price],
  );
}

/** Runs a step. Expected errors of the shop count as answers. */
async function run(scene: Scene, step: Step): Promise<unknown> {
  try {
    return await performStep(scene, step);
  } catch (error) {
    if (error instanceof AppError && error.code !== "internal") return error.code;
    throw error;
  }
}

/** Brings a car to its initial state. Returns the id of a booking that ended without a cancellation at the provider. */
async function bringToStart(scene: Scene, { state, buyer }: Start, car: number) {
  if (state === "free") return;
  await run(scene, { do: "book", car, buyer });
  if (state === "held") return;
  await run(scene, { do: "begin", car, buyer });
  if (state === "begun") return;
  if (state === "slipped") {
    const id = bookingOf(scene, { car, buyer })!;
    await scene.deps.pool.query(
      `with ended as (update booking set state = 'expired' where id = $1 returning id)
       insert into booking_event (booking_id, from_state, to_state, why) select id, 'held', 'expired', '' from ended`,
      [id],
    );
    return id;
  }
  const card = state === "challenged" ? "challenge" : "good";
  await run(scene, { do: "pay", car, buyer, card });
  if (state === "paid") await run(scene, { do: "check", car, buyer });
  return;
}

/** Delivers or drops the remaining events and reconciles. */
async function end({ deps, provider, lostIds }: Scene, ending: Ending): Promise<void> {
  provider.clearFaults();
  const left = (await provider.events()).filter((one) => !lostIds.has(one.id));
  if (ending === "backwards") left.reverse();
  if (ending !== "lost") for (const event of left) await receiveEvent(deps, event);
  await reconcilePayments(deps, { staleSeconds: 0 });
}
