import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { formatAmount } from "#simulators/payment-provider/intents/amounts.ts";
import { challengeStyle } from "./challenge-style.ts";

/** What the page shows: a payment to confirm, or that there is nothing to confirm any more. */
export type ChallengeView =
  | { kind: "open"; intent: Stripe.PaymentIntent; card: string }
  | { kind: "finished"; words: string; back: string | null }
  | { kind: "unknown" };

const styleHash = createHash("sha256").update(challengeStyle).digest("base64");

/**
 * Only the page's own style, no script, and forms to itself. A browser holds the redirect that follows a form against
 * form-action too, so the address to come back to is named.
 */
export function challengePolicy(returnUrl: string | null): string {
  const back = returnUrl ? ` ${new URL(returnUrl).origin}` : "";
  return (
    `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'${back}; ` +
    "base-uri 'none'; frame-ancestors 'none'"
  );
}

/** The bank's page of a 3-D Secure challenge, whole. */
export function challengePage(view: ChallengeView): string {
  const { title, body } = contentOf(view);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Test bank</title>
<style>${challengeStyle}</style>
</head>
<body>
<main>
<p class="bank"><span aria-hidden="true">◆</span> Test bank <span class="mode">Test mode</span></p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}

function contentOf(view: ChallengeView): { title: string; body: string } {
  if (view.kind === "unknown")
    return {
      title: "Nothing to confirm",
      body: "<p>This address belongs to no payment. Please go back to the shop and try again.</p>",
    };
  if (view.kind === "finished")
    return {
      title: "This confirmation is finished",
      body: `<p role="status">${escape(view.words)}</p>${view.back ? `<p><a class="button" href="${escape(view.back)}">Back to the shop</a></p>` : "<p>You can close this page.</p>"}`,
    };
  return { title: "Confirm your payment", body: openBody(view.intent, view.card) };
}

function openBody(intent: Stripe.PaymentIntent, card: string): string {
  const forWhat = intent.description
    ? `<div><dt>For</dt><dd>${escape(intent.description)}</dd></div>`
    : "";
  return `<p>The shop asks for a payment, and your bank wants to know that it is you. No money moves in test mode.</p>
<dl>
<div class="amount"><dt>Amount</dt><dd>${escape(formatAmount(intent.amount, intent.currency))}</dd></div>
${forWhat}
<div><dt>Card</dt><dd>${escape(card)}</dd></div>
</dl>
<form method="post">
<button class="button" name="outcome" value="complete">Complete</button>
<button class="quiet" name="outcome" value="fail">Fail</button>
</form>
<p class="hint">Complete confirms the payment. Fail is what a wrong code would do. Closing the page leaves it open.</p>`;
}

function escape(text: string): string {
  const marks: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (mark) => marks[mark]!);
}
