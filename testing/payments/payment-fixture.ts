import { randomUUID } from "node:crypto";
import { AppError } from "#shared/errors/app-error.ts";
import { cancelBooking } from "#server/booking-management/cancel-booking.ts";
import { expireDueHolds } from "#server/booking-management/expire-due-holds.ts";
import { requestBooking } from "#server/booking-management/request-booking.ts";
import type { Deps } from "#server/deps.ts";
import { deleteListing } from "#server/listing-management/delete-listing.ts";
import { checkPayment } from "#server/booking-management/check-payment.ts";
import { createPaymentIntent } from "#server/payments/create-payment-intent.ts";
import { receiveEvent } from "#server/payments/receive-event.ts";
import { reconcilePayments } from "#server/payments/reconcile-payments.ts";
import { refundBooking } from "#server/payments/refund-booking.ts";
import { relistCar } from "#server/payments/relist-car.ts";
import { settlePayments } from "#server/payments/settle-payments.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import type { ProviderFixture } from "./provider-fixture.ts";
import type { Ending, Start, Step } from "./payment-model.ts";

export type FixtureDeps = Pick<Deps, "db" | "pool" | "config" | "catalogue" | "log" | "provider">;
/** A confirmation to a user that must stay true. */
export type Promised = { booking?: string; refund?: string; relisted?: string };

const price = 100;
const viewer = (accountId: string, role: Viewer["role"]) =>
  ({ accountId, role, name: "", email: "" }) as Viewer;

/** Dependencies of a shop with another provider, such as the fake. */
export function depsWith(
  base: Omit<FixtureDeps, "provider">,
  { provider }: ProviderFixture,
): FixtureDeps {
  return { ...base, provider };
}

export type PaymentFixture = Awaited<ReturnType<typeof createPaymentFixture>>;

/** Creates a seller, two buyers and cars in the database, with their actions. `promised`: confirmations they got. */
export async function createPaymentFixture(
  deps: FixtureDeps,
  providerFixture: ProviderFixture,
  adminId: string,
  starts: Start[],
) {
  const seller = randomUUID();
  const buyers = [randomUUID(), randomUUID()];
  const cars = starts.map(() => randomUUID());
  const bookings: { id: string; car: number; buyer: number }[] = [];
  const secrets: { secret: string; intentId: string; car: number; buyer: number }[] = [];
  const promised: Promised[] = [];
  const gone = new Set<string>();
  const slipped = new Set<string>();
  await deps.pool.query(
    `with people as (
       insert into account (id, name, email, role)
       select id, '', id || '@model.example', case when id = $1 then 'Seller' else 'Buyer' end from unnest($2::uuid[]) as id returning id)
     insert into listing (id, seller_id, name, make, category_id, resale_price_minor)
     select car, people.id, '', 'BMW', 1, $4 from unnest($3::uuid[]) as car join people on people.id = $1`,
    [seller, [seller, ...buyers], cars, price],
  );

  const bookingOf = ({ car, buyer }: { car: number; buyer: number }) =>
    bookings.findLast((one) => one.car === car && one.buyer === buyer)?.id;
  const secretOf = ({ car, buyer }: { car: number; buyer: number }) =>
    secrets.findLast((one) => one.car === car && one.buyer === buyer);

  async function book(step: { car: number; buyer: number }) {
    const body = {
      productId: cars[step.car],
      item: "",
      price: price / 100,
      phone: "",
      location: "",
      image: "",
    };
    const buyer = viewer(buyers[step.buyer]!, "Buyer");
    const answer = await requestBooking(deps, buyer, body, "127.0.0.1");
    if (!answer.insertedId) return;
    bookings.push({ id: answer.insertedId, ...step });
    promised.push({ booking: answer.insertedId });
  }
  async function begin(step: { car: number; buyer: number }) {
    const bookingId = bookingOf(step);
    if (!bookingId) return;
    const body = { bookingId, price: price / 100 };
    const answer = await createPaymentIntent(deps, viewer(buyers[step.buyer]!, "Buyer"), body);
    const { clientSecret: secret } = answer;
    secrets.push({
      secret,
      intentId: secret.split("_secret_")[0]!,
      car: step.car,
      buyer: step.buyer,
    });
  }
  /** The open payment form, which may be used late. Opens one if there is none. */
  async function formOf(step: { car: number; buyer: number }) {
    if (!secretOf(step)) await begin({ car: step.car, buyer: step.buyer });
    return secretOf(step);
  }
  /** The booking that an admin would choose for a car: a paid one, if there is one. */
  async function paidOf(car: number): Promise<string | undefined> {
    const { rows } = await deps.pool.query<{ id: string }>(
      `select booking.id from booking left join payment on booking_id = booking.id and captured_minor > 0
       where listing_id = $1 order by captured_minor desc nulls last, payment.updated_at desc limit 1`,
      [cars[car]],
    );
    return rows[0]?.id;
  }

  async function perform(step: Step): Promise<unknown> {
    switch (step.do) {
      case "book":
        return book({ car: step.car, buyer: step.buyer });
      case "begin":
        return begin(step);
      case "check":
        return checkPayment(
          deps,
          viewer(buyers[step.buyer]!, "Buyer"),
          bookingOf(step) ?? randomUUID(),
        );
      case "cancel":
        return cancelBooking(
          deps,
          viewer(buyers[step.buyer]!, "Buyer"),
          bookingOf(step) ?? randomUUID(),
        );
      case "pay": {
        const form = await formOf(step);
        return form && providerFixture.pay(form.secret, step.card);
      }
      case "challenge": {
        const form = secretOf(step);
        return form && providerFixture.answerChallenge(form.secret, step.passes);
      }
      case "tamper": {
        const form = secretOf(step);
        const change = {
          amount: { amount: price / 2 },
          currency: { currency: "eur" },
          booking: { booking: randomUUID() },
        };
        return form && providerFixture.tamper(form.secret, change[step.what]);
      }
      case "lapse":
        return deps.pool.query(
          `update booking set expires_at = now() - interval '1 minute' where listing_id = $1 and state = 'held'`,
          [cars[step.car]],
        );
      case "sweep":
        return expireDueHolds(deps);
      case "withdraw":
        return deleteListing(deps, viewer(seller, "Seller"), cars[step.car]!);
      case "remove":
        return deleteListing(deps, viewer(adminId, "admin"), cars[step.car]!);
      case "refund":
        return refund(await paidOf(step.car), step.part);
      case "relist": {
        const id = await paidOf(step.car);
        const answer = id && (await relistCar(deps, viewer(adminId, "admin"), id));
        return answer && answer.modifiedCount === 1 && promised.push({ relisted: cars[step.car]! });
      }
      case "endRefund": {
        const { refunds } = await providerFixture.providerState();
        const one = refunds[step.which % refunds.length];
        return one && providerFixture.endRefund(one.id, step.outcome);
      }
      case "dispute": {
        const form = secrets.findLast((one) => one.car === step.car);
        return form && providerFixture.openDispute(form.intentId);
      }
      case "closeDispute": {
        const { disputes } = await providerFixture.providerState();
        const one = disputes[step.which % disputes.length];
        return one && providerFixture.closeDispute(one.id, step.outcome);
      }
      case "deliver":
        return deliver(step);
      case "lose": {
        const waiting = (await providerFixture.events()).filter((one) => !gone.has(one.id));
        return gone.add(waiting[step.which % waiting.length]?.id ?? "");
      }
      case "settle":
        return settlePayments(deps);
      case "reconcile":
        return reconcilePayments(deps, { staleSeconds: 0 });
      case "fault":
        return providerFixture.fail(step.fault);
    }
  }
  async function refund(booking: string | undefined, part: number) {
    if (!booking) return;
    const body = { reason: "asked for", ...(part > 0 && { amount: part }) };
    const answer = await refundBooking(deps, viewer(adminId, "admin"), booking, body);
    if (answer.insertedId) promised.push({ refund: answer.insertedId });
    return answer;
  }
  /** Delivers an event in any order, one or more times at once, and again after delivery if the step says so. */
  async function deliver({ which, times, again }: Step & { do: "deliver" }) {
    const all = await providerFixture.events();
    const some = again ? all : all.filter((one) => !gone.has(one.id));
    const event = some[which % some.length];
    if (!event) return;
    gone.add(event.id);
    await Promise.all(Array.from({ length: times }, () => receiveEvent(deps, event)));
  }

  /** Performs a step. Expected errors of the shop count as answers. */
  async function act(step: Step): Promise<unknown> {
    try {
      return await perform(step);
    } catch (error) {
      if (error instanceof AppError && error.code !== "internal") return error.code;
      throw error;
    }
  }
  async function end(ending: Ending) {
    providerFixture.clearFaults();
    const left = (await providerFixture.events()).filter((one) => !gone.has(one.id));
    if (ending === "backwards") left.reverse();
    if (ending !== "lost") for (const event of left) await receiveEvent(deps, event);
    await reconcilePayments(deps, { staleSeconds: 0 });
  }
  async function slip(id: string) {
    slipped.add(id);
    await deps.pool.query(
      `with ended as (update booking set state = 'expired' where id = $1 returning id)
       insert into booking_event (booking_id, from_state, to_state, why) select id, 'held', 'expired', '' from ended`,
      [id],
    );
  }
  /** Brings a car into its initial state. */
  async function bring({ state, buyer }: Start, car: number) {
    if (state === "free") return;
    await act({ do: "book", car, buyer });
    if (state === "held") return;
    await act({ do: "begin", car, buyer });
    if (state === "begun") return;
    if (state === "slipped") return slip(bookingOf({ car, buyer })!);
    await act({ do: "pay", car, buyer, card: state === "challenged" ? "challenge" : "good" });
    if (state === "paid") await act({ do: "check", car, buyer });
  }
  for (const [car, start] of starts.entries()) await bring(start, car);
  return { cars, promised, slipped, act, end, refund };
}
