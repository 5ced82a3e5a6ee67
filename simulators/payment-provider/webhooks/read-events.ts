import type Stripe from "stripe";
import { ok, type Answer, type Call } from "#simulators/payment-provider/call.ts";
import { readList, readOne } from "#simulators/payment-provider/http/read-list.ts";
import { countPending } from "#simulators/payment-provider/state/delivery-store.ts";

const list = readList("event", "/v1/events", ["type", "types"]);
const one = readOne("event", "event", "id");

/** GET /v1/events, each with the number of pending webhooks. */
export async function readEvents(call: Call): Promise<Answer> {
  const { body } = await list(call);
  const page = body as { data: Stripe.Event[] };
  return ok({ ...page, data: await withPending(call, page.data) });
}

/** GET /v1/events/:id */
export async function readEvent(call: Call): Promise<Answer> {
  const { body } = await one(call);
  const [event] = await withPending(call, [body as Stripe.Event]);
  return ok(event!);
}

async function withPending({ work }: Call, events: Stripe.Event[]): Promise<Stripe.Event[]> {
  const pending = await countPending(
    work,
    events.map((event) => event.id),
  );
  return events.map((event) => ({ ...event, pending_webhooks: pending.get(event.id) ?? 0 }));
}
