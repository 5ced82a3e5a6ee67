import { randomUUID } from "node:crypto";
import { cancelBooking } from "#server/booking-management/cancel-booking.ts";
import { checkPayment } from "#server/booking-management/check-payment.ts";
import { expireDueHolds } from "#server/booking-management/expire-due-holds.ts";
import { requestBooking } from "#server/booking-management/request-booking.ts";
import type { Deps } from "#server/deps.ts";
import { deleteListing } from "#server/listing-management/delete-listing.ts";
import { createPaymentIntent } from "#server/payments/intents/create-payment-intent.ts";
import { receiveEvent } from "#server/payments/events/receive-event.ts";
import { reconcilePayments } from "#server/payments/reconcile-payments.ts";
import { refundBooking } from "#server/payments/refunds/refund-booking.ts";
import { relistCar } from "#server/payments/relist-car.ts";
import { settlePayments } from "#server/payments/settle-payments.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import type { Step } from "./payment-model.ts";
import type { ProviderFixture } from "./provider-fixture.ts";

export type FixtureDeps = Pick<Deps, "db" | "pool" | "config" | "catalogue" | "log" | "provider">;

/** A confirmation to a user that must stay true. */
type Promised = { booking?: string; refund?: string; relisted?: string };

type CarAndBuyer = { car: number; buyer: number };

/** What the steps of a scenario act on. Steps refer to cars and buyers by index. */
export type Scene = {
  deps: FixtureDeps;
  provider: ProviderFixture;
  accounts: { seller: string; buyers: string[]; admin: string };
  cars: string[];
  bookings: ({ id: string } & CarAndBuyer)[];
  forms: ({ secret: string; intentId: string } & CarAndBuyer)[];
  promised: Promised[];
  /** Events that were delivered or lost. */
  lostIds: Set<string>;
};

/** The price of every car, in minor units. */
export const price = 100;

const steps: {
  [Name in Step["do"]]: (scene: Scene, step: Extract<Step, { do: Name }>) => Promise<unknown>;
} = {
  book,
  begin: openForm,
  check: (scene, step) =>
    checkPayment(scene.deps, buyerOf(scene, step), bookingOf(scene, step) ?? randomUUID()),
  cancel: (scene, step) =>
    cancelBooking(scene.deps, buyerOf(scene, step), bookingOf(scene, step) ?? randomUUID()),
  async pay(scene, step) {
    if (!formOf(scene, step)) await openForm(scene, step);
    const form = formOf(scene, step);
    return form && scene.provider.pay(form.secret, step.card);
  },
  async challenge(scene, step) {
    const form = formOf(scene, step);
    return form && scene.provider.answerChallenge(form.secret, step.passes);
  },
  async tamper(scene, step) {
    const form = formOf(scene, step);
    const change = {
      amount: { amount: price / 2 },
      currency: { currency: "eur" },
      booking: { booking: randomUUID() },
    };
    return form && scene.provider.tamper(form.secret, change[step.what]);
  },
  lapse: ({ deps, cars }, { car }) =>
    deps.pool.query(
      `update booking set expires_at = now() - interval '1 minute' where listing_id = $1 and state = 'held'`,
      [cars[car]],
    ),
  expire: ({ deps }) => expireDueHolds(deps),
  withdraw: ({ deps, accounts, cars }, { car }) =>
    deleteListing(deps, viewer(accounts.seller, "Seller"), cars[car]!),
  remove: ({ deps, accounts, cars }, { car }) =>
    deleteListing(deps, viewer(accounts.admin, "admin"), cars[car]!),
  refund: async (scene, { car, part }) => refund(scene, await paidBookingOf(scene, car), part),
  async relist(scene, { car }) {
    const id = await paidBookingOf(scene, car);
    const answer = id && (await relistCar(scene.deps, viewer(scene.accounts.admin, "admin"), id));
    return (
      answer && answer.modifiedCount === 1 && scene.promised.push({ relisted: scene.cars[car]! })
    );
  },
  async endRefund({ provider }, { which, outcome }) {
    const { refunds } = await provider.providerState();
    const one = refunds[which % refunds.length];
    return one && provider.endRefund(one.id, outcome);
  },
  async dispute({ provider, forms }, { car }) {
    const form = forms.findLast((one) => one.car === car);
    return form && provider.openDispute(form.intentId);
  },
  async closeDispute({ provider }, { which, outcome }) {
    const { disputes } = await provider.providerState();
    const one = disputes[which % disputes.length];
    return one && provider.closeDispute(one.id, outcome);
  },
  deliver,
  async lose({ provider, lostIds }, { which }) {
    const waiting = (await provider.events()).filter((one) => !lostIds.has(one.id));
    return lostIds.add(waiting[which % waiting.length]?.id ?? "");
  },
  settle: ({ deps }) => settlePayments(deps),
  reconcile: ({ deps }) => reconcilePayments(deps, { staleSeconds: 0 }),
  fault: async ({ provider }, { fault }) => provider.fail(fault),
};

export function performStep(scene: Scene, step: Step): Promise<unknown> {
  const perform = steps[step.do] as (scene: Scene, step: Step) => Promise<unknown>;
  return perform(scene, step);
}

/** The latest booking of a car by a buyer. */
export function bookingOf({ bookings }: Scene, { car, buyer }: CarAndBuyer): string | undefined {
  return bookings.findLast((one) => one.car === car && one.buyer === buyer)?.id;
}

/** Refunds a part of a booking's price, or all of it if the part is 0. */
export async function refund(scene: Scene, booking: string | undefined, part: number) {
  if (!booking) return;
  const body = { reason: "asked for", ...(part > 0 && { amount: part }) };
  const admin = viewer(scene.accounts.admin, "admin");
  const answer = await refundBooking(scene.deps, admin, booking, body);
  if (answer.insertedId) scene.promised.push({ refund: answer.insertedId });
  return answer;
}

async function book(scene: Scene, { car, buyer }: CarAndBuyer) {
  const body = {
    productId: scene.cars[car],
    item: "",
    price: price / 100,
    phone: "",
    location: "",
    image: "",
  };
  const answer = await requestBooking(scene.deps, buyerOf(scene, { buyer }), body, "127.0.0.1");
  if (!answer.insertedId) return;
  scene.bookings.push({ id: answer.insertedId, car, buyer });
  scene.promised.push({ booking: answer.insertedId });
}

/** Opens a payment form, which may be used late. */
async function openForm(scene: Scene, { car, buyer }: CarAndBuyer) {
  const bookingId = bookingOf(scene, { car, buyer });
  if (!bookingId) return;
  const body = { bookingId, price: price / 100 };
  const answer = await createPaymentIntent(scene.deps, buyerOf(scene, { buyer }), body);
  const { clientSecret: secret } = answer;
  scene.forms.push({ secret, intentId: secret.split("_secret_")[0]!, car, buyer });
}

/** Delivers an event in any order, one or more times at once, and again after delivery if the step says so. */
async function deliver(
  { deps, provider, lostIds }: Scene,
  { which, times, again }: Extract<Step, { do: "deliver" }>,
) {
  const all = await provider.events();
  const some = again ? all : all.filter((one) => !lostIds.has(one.id));
  const event = some[which % some.length];
  if (!event) return;
  lostIds.add(event.id);
  await Promise.all(Array.from({ length: times }, () => receiveEvent(deps, event)));
}

/** The booking that an admin would choose for a car: a paid one, if there is one. */
async function paidBookingOf({ deps, cars }: Scene, car: number): Promise<string | undefined> {
  const { rows } = await deps.pool.query<{ id: string }>(
    `select booking.id from booking left join payment on booking_id = booking.id and captured_minor > 0
     where listing_id = $1 order by captured_minor desc nulls last, payment.updated_at desc limit 1`,
    [cars[car]],
  );
  return rows[0]?.id;
}

function formOf({ forms }: Scene, { car, buyer }: CarAndBuyer) {
  return forms.findLast((one) => one.car === car && one.buyer === buyer);
}

function buyerOf({ accounts }: Scene, { buyer }: { buyer: number }): Viewer {
  return viewer(accounts.buyers[buyer]!, "Buyer");
}

function viewer(accountId: string, role: Viewer["role"]): Viewer {
  return { accountId, role, name: "", email: "" } as Viewer;
}
