import type { IncomingMessage, ServerResponse } from "node:http";
import type Stripe from "stripe";
import type { Pool } from "pg";
import type { Call } from "#simulators/payment-provider/call.ts";
import { parseForm } from "#simulators/payment-provider/http/parse-form.ts";
import { readBody } from "#simulators/payment-provider/http/read-body.ts";
import type { Challenge } from "#simulators/payment-provider/state/challenge-store.ts";
import { answerChallenge, readChallenge } from "./answer-challenge.ts";
import { challengePage, challengePolicy, type ChallengeView } from "./challenge-page.ts";

type Context = { pool: Pool; committed: () => void } & Pick<Call, "setting">;

/** The bank's page under /payment-simulator/challenge/: GET shows it, POST answers it once. */
export async function serveChallenge(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const token = /^\/payment-simulator\/challenge\/([A-Za-z0-9]{43})$/.exec(pathOf(request))?.[1];
  if (!token) return sendPage(response, 404, { kind: "unknown" }, null);
  if (request.method === "POST") return answer(context, token, request, response);
  const read = await readChallenge(context, token);
  if (!read) return sendPage(response, 404, { kind: "unknown" }, null);
  const { returnUrl } = read.challenge;
  if (!read.open) return sendPage(response, 410, finished(read.intent, read.challenge), returnUrl);
  const card = read.method?.card;
  sendPage(
    response,
    200,
    { kind: "open", intent: read.intent, card: `${nameOf(card?.brand)} •••• ${card?.last4}` },
    returnUrl,
  );
}

async function answer(
  context: Context,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { outcome } = parseForm(await readBody(request));
  const done = await answerChallenge(context, token, outcome === "complete" ? "complete" : "fail");
  if (!done) return sendPage(response, 404, { kind: "unknown" }, null);
  context.committed();
  const { returnUrl } = done.challenge;
  if (!done.answered)
    return sendPage(response, 410, finished(done.intent, done.challenge), returnUrl);
  if (returnUrl === null || !isHome(context, request, returnUrl))
    return sendPage(response, 200, finished(done.intent, done.challenge), null);
  response.writeHead(303, {
    location: backTo(returnUrl, done.intent),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  response.end();
}

/** Whether a URL is on the shop's own host. The page does not redirect to other hosts. */
function isHome({ setting }: Context, request: IncomingMessage, returnUrl: string): boolean {
  const { host } = new URL(returnUrl);
  const shop = setting.publicAddress();
  return host === request.headers.host || (shop !== "" && host === new URL(shop).host);
}

function finished(intent: Stripe.PaymentIntent, challenge: Challenge): ChallengeView {
  const messages: Record<string, string> = {
    succeeded: "The payment was confirmed and succeeded.",
    processing: "The payment was confirmed and is being processed.",
    canceled: "The payment was canceled.",
    requires_action: "This confirmation was replaced by a newer one.",
  };
  return {
    kind: "finished",
    message: messages[intent.status] ?? "The payment failed. You can try again in the shop.",
    back: challenge.returnUrl && backTo(challenge.returnUrl, intent),
  };
}

/** The return URL with the parameters that the provider adds: intent, client secret and a hint about the outcome. */
function backTo(returnUrl: string, intent: Stripe.PaymentIntent): string {
  const url = new URL(returnUrl);
  const hints: Record<string, string> = { succeeded: "succeeded", processing: "pending" };
  url.searchParams.set("payment_intent", intent.id);
  url.searchParams.set("payment_intent_client_secret", intent.client_secret ?? "");
  url.searchParams.set("redirect_status", hints[intent.status] ?? "failed");
  return url.toString();
}

function sendPage(
  response: ServerResponse,
  status: number,
  view: ChallengeView,
  returnUrl: string | null,
): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": challengePolicy(returnUrl),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  response.end(challengePage(view));
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "").split("?")[0]!;
}

function nameOf(brand: string | undefined): string {
  const names: Record<string, string> = { visa: "Visa", mastercard: "Mastercard" };
  return names[brand ?? ""] ?? "Card";
}
