import type Stripe from "stripe";
import { ok, type Answer, type Call } from "#simulators/payment-provider/call.ts";
import { closeInquiry } from "#simulators/payment-provider/disputes/close-dispute.ts";
import { formatAmount } from "#simulators/payment-provider/intents/amounts.ts";
import { unexpectedState } from "#simulators/payment-provider/intents/intent-life-cycle.ts";
import { invalidRequest, noSuch, refused } from "#simulators/payment-provider/http/api-error.ts";
import {
  ignored,
  integer,
  listOf,
  metadata,
  oneOf,
  readParams,
  text,
} from "#simulators/payment-provider/http/params.ts";
import { buildBalanceTransaction } from "#simulators/payment-provider/objects/build-balance-transaction.ts";
import { buildRefund, newRefundId } from "#simulators/payment-provider/objects/build-refund.ts";
import { expandObject } from "#simulators/payment-provider/objects/expand-object.ts";
import { emit } from "#simulators/payment-provider/state/event-store.ts";
import {
  findObject,
  listObjects,
  lockObject,
  saveObject,
  type Stored,
} from "#simulators/payment-provider/state/object-store.ts";
import { addTask } from "#simulators/payment-provider/state/task-store.ts";
import type { Work } from "#simulators/payment-provider/state/work.ts";

const readers = {
  amount: integer,
  charge: text,
  payment_intent: text,
  reason: oneOf("duplicate", "fraudulent", "requested_by_customer"),
  metadata,
  instructions_email: ignored,
  expand: listOf(text),
};

/** POST /v1/refunds. Concurrent requests cannot refund more than was captured. */
export async function createRefund(call: Call): Promise<Answer> {
  const input = readParams(call.params, readers);
  if (input.amount !== undefined && input.amount < 1)
    throw invalidRequest("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  const charge = await lockCharge(call.work, input);
  const left = charge.object.amount_captured - charge.object.amount_refunded;
  const amount = input.amount ?? left;
  await requireRefundable(call.work, charge.object, amount, left);

  const slow = charge.hidden.aftermath === "refund_pending";
  const id = newRefundId();
  const movement = movementOf(call.work, charge.object, id, amount);
  const refund = buildRefund({
    id,
    charge: charge.object,
    amount,
    reason: input.reason ?? null,
    metadata: input.metadata ?? {},
    status: slow ? "pending" : "succeeded",
    balanceTransaction: movement.id,
    now: call.work.now,
  });
  const before = {
    amount_refunded: charge.object.amount_refunded,
    ...(left === amount && { refunded: false }),
  };
  charge.object.amount_refunded += amount;
  charge.object.refunded = left === amount;
  await saveObject(call.work, "balance_transaction", { object: movement, hidden: {} });
  await saveObject(call.work, "refund", { object: refund, hidden: {} });
  await saveObject(call.work, "charge", charge);
  if (slow || charge.hidden.aftermath === "refund_fails")
    await addTask(call.work, id, call.setting.settleAfterMs);
  emit(call.work, "refund.created", refund);
  emit(call.work, "charge.refunded", charge.object, before);
  if (charge.object.refunded) await closeInquiry(call.work, charge.object.id);
  return ok(await expandObject(call.work, refund, input.expand));
}

/** Finds the charge to refund. The row of the intent is the lock for everything that belongs to a payment. */
async function lockCharge(
  work: Work,
  input: { charge?: string | undefined; payment_intent?: string | undefined },
): Promise<Stored<"charge">> {
  const { charge: chargeId, payment_intent: intentId } = input;
  if (!chargeId && !intentId)
    throw invalidRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
      { code: "parameter_missing", param: "payment_intent" },
    );
  const named = chargeId ? await findObject(work, "charge", chargeId) : null;
  if (chargeId && !named) throw noSuch("charge", chargeId, "charge");
  const id = named ? String(named.object.payment_intent) : intentId!;
  const intent = await lockObject(work, "payment_intent", id);
  if (!intent) throw noSuch("payment_intent", id, "payment_intent");
  const latest = chargeId ?? (intent.object.latest_charge as string | null);
  const charge = latest ? await findObject(work, "charge", latest) : null;
  if (!charge?.object.paid)
    throw unexpectedState(
      `This PaymentIntent (${id}) does not have a successful charge to refund.`,
      intent.object,
    );
  return charge;
}

async function requireRefundable(work: Work, charge: Stripe.Charge, amount: number, left: number) {
  if (left === 0)
    throw refused(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  const { data: disputes } = await listObjects(work, "dispute", {
    limit: 100,
    created: {},
    charge: charge.id,
  });
  const taken = ["needs_response", "under_review", "lost"];
  if (disputes.some((dispute) => taken.includes(dispute.status)))
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  if (amount > left)
    throw refused(
      `Refund amount (${formatAmount(amount, charge.currency)}) is greater than unrefunded amount on charge ` +
        `(${formatAmount(left, charge.currency)})`,
      { param: "amount" },
    );
}

function movementOf(work: Work, charge: Stripe.Charge, refund: string, amount: number) {
  return buildBalanceTransaction({
    type: "refund",
    category: "refund",
    amount: -amount,
    fee: 0,
    currency: charge.currency,
    source: refund,
    description: "REFUND FOR CHARGE",
    now: work.now,
  });
}
