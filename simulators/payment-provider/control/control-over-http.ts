import { z } from "zod";
import { invalidRequest } from "#simulators/payment-provider/http/api-error.ts";
import type { Control } from "./create-control.ts";

const types = z.array(z.string()).optional();
const webhookMode = z.discriminatedUnion("mode", [
  z.object({ mode: z.literal("normal"), types }),
  z.object({ mode: z.literal("hold"), types }),
  z.object({ mode: z.literal("drop"), types }),
  z.object({ mode: z.literal("duplicate"), times: z.number().int().min(1).max(20), types }),
  z.object({ mode: z.literal("delay"), milliseconds: z.number().int().min(0), types }),
]);
const fault = z.object({
  kind: z.enum(["before", "after", "hang", "stored"]),
  method: z.enum(["GET", "POST"]).optional(),
  path: z.string().optional(),
  times: z.number().int().min(1).optional(),
});
const end = z.enum(["succeeded", "failed"]);
const failureReason = z
  .enum(["lost_or_stolen_card", "expired_or_canceled_card", "declined", "unknown"])
  .optional();
const dispute = z.object({
  charge: z.string(),
  reason: z.enum(["fraudulent", "product_not_received", "general"]).optional(),
  inquiry: z.boolean().optional(),
});

type ControlCall = (control: Control, input: unknown) => Promise<unknown>;

function call<T>(schema: z.ZodType<T>, run: (control: Control, input: T) => Promise<unknown>) {
  return (control: Control, input: unknown) => run(control, schema.parse(input));
}

const eventQuery = z.object({
  type: z.string().optional(),
  intent: z.string().optional(),
  after: z.string().optional(),
});
const nothing = z.object({});
const oneEvent = z.object({ event: z.string() });

/** POST /v1/test_helpers/simulator/NAME with a JSON body. */
const calls: Record<string, ControlCall> = {
  webhooks: call(webhookMode, (control, mode) => control.webhooks(mode)),
  release: call(z.object({ events: z.array(z.string()) }), (control, { events }) =>
    control.release(events),
  ),
  undelivered: call(nothing, (control) => control.undelivered()),
  deliveries: call(oneEvent, (control, { event }) => control.deliveries(event)),
  "retry-now": call(nothing, (control) => control.retryNow()),
  events: call(eventQuery, (control, query) => control.events(query)),
  sign: call(oneEvent.extend({ at: z.number().int().optional() }), (control, { event, at }) =>
    control.sign(event, at),
  ),
  fail: call(fault, async (control, given) => control.fail(given)),
  "clear-faults": call(nothing, async (control) => control.clearFaults()),
  "finish-refund": call(
    z.object({ refund: z.string(), outcome: end, reason: failureReason }),
    (control, { refund, outcome, reason }) => control.finishRefund(refund, outcome, reason),
  ),
  "open-dispute": call(dispute, (control, { charge, reason, inquiry }) =>
    control.openDispute(charge, { reason, inquiry }),
  ),
  "close-dispute": call(
    z.object({ dispute: z.string(), outcome: z.enum(["won", "lost"]) }),
    (control, given) => control.closeDispute(given.dispute, given.outcome),
  ),
  "slow-payments": call(z.object({ on: z.boolean() }), (control, { on }) =>
    control.slowPayments(on),
  ),
  "finish-payment": call(
    z.object({ intent: z.string(), outcome: end }),
    (control, { intent, outcome }) => control.finishPayment(intent, outcome),
  ),
  "settle-all": call(nothing, (control) => control.settleAll()),
};

/**
 * The control API for tests in a browser or another process. Returns `{ result }`, or null if there is no such call.
 * @throws ApiError 400 for an invalid body
 */
export async function controlOverHttp(
  control: Control,
  name: string,
  body: string,
): Promise<{ result: unknown } | null> {
  const run = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!run) return null;
  try {
    return { result: (await run(control, JSON.parse(body || "{}"))) ?? null };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw invalidRequest(`Invalid body for ${name}: ${error.message}`);
    throw error;
  }
}
