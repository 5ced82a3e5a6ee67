import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { formatAmount } from "#simulators/payment-provider/intents/amounts.ts";

/** Content of the page: a payment to confirm, or a message that there is nothing to confirm. */
export type ChallengeView =
  | { kind: "open"; intent: Stripe.PaymentIntent; card: string }
  | { kind: "finished"; message: string; back: string | null }
  | { kind: "unknown" };

/** Styles of the bank's page, in the colors of the shop. */
const challengeStyle = `
:root { --paper: #f7f5f2; --ink: #14130f; --soft: #5d594f; --line: #cfc8bb; --green: #0f3d2e; --on-green: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #17181a; --ink: #f1eee8; --soft: #b5b0a5; --line: #46443f; --green: #8fd0b4; --on-green: #0c1f18; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif; }
main { width: 100%; max-width: 27rem; }
h1 { margin: 0 0 12px; font: 500 1.9rem/1.15 Fraunces, Georgia, serif; }
p { margin: 0 0 16px; }
.bank { display: flex; gap: 8px; align-items: center; margin-bottom: 32px; padding-bottom: 16px;
  border-bottom: 1px solid var(--line); font-weight: 600; }
.mode { margin-left: auto; padding: 2px 8px; border: 1px solid var(--line); border-radius: 99px; color: var(--soft);
  font-size: .8125rem; font-weight: 400; }
dl { margin: 24px 0; border-top: 1px solid var(--line); }
dl > div { display: flex; justify-content: space-between; gap: 24px; padding: 12px 0;
  border-bottom: 1px solid var(--line); align-items: baseline; }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.amount dd { font: 500 1.5rem/1.2 Fraunces, Georgia, serif; }
form { display: grid; gap: 12px; }
button, .button { display: block; width: 100%; min-height: 48px; padding: 12px 16px; border-radius: 8px;
  border: 1px solid var(--green); background: var(--green); color: var(--on-green); font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; cursor: pointer; }
.quiet { background: transparent; border-color: var(--soft); color: var(--ink); }
button:focus-visible, a:focus-visible { outline: 3px solid var(--green); outline-offset: 3px; }
.hint { margin-top: 16px; color: var(--soft); font-size: .875rem; }
`;

const styleHash = createHash("sha256").update(challengeStyle).digest("base64");

/**
 * Allows only the inline style, no scripts, and forms to the page itself. Browsers apply form-action to the redirect
 * after a form too, so the return URL is listed.
 */
export function challengePolicy(returnUrl: string | null): string {
  const back = returnUrl ? ` ${new URL(returnUrl).origin}` : "";
  return (
    `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'${back}; ` +
    "base-uri 'none'; frame-ancestors 'none'"
  );
}

/** HTML of the bank's 3-D Secure page. */
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
      body: "<p>No payment was found for this link. Go back to the shop and try again.</p>",
    };
  if (view.kind === "finished")
    return {
      title: "This confirmation has ended",
      body: `<p role="status">${escape(view.message)}</p>${view.back ? `<p><a class="button" href="${escape(view.back)}">Back to the shop</a></p>` : "<p>You can close this page.</p>"}`,
    };
  return { title: "Confirm your payment", body: openBody(view.intent, view.card) };
}

function openBody(intent: Stripe.PaymentIntent, card: string): string {
  const forWhat = intent.description
    ? `<div><dt>For</dt><dd>${escape(intent.description)}</dd></div>`
    : "";
  return `<p>Your bank asks you to confirm this payment. No money moves in test mode.</p>
<dl>
<div class="amount"><dt>Amount</dt><dd>${escape(formatAmount(intent.amount, intent.currency))}</dd></div>
${forWhat}
<div><dt>Card</dt><dd>${escape(card)}</dd></div>
</dl>
<form method="post">
<button class="button" name="outcome" value="complete">Complete</button>
<button class="quiet" name="outcome" value="fail">Fail</button>
</form>
<p class="hint">Complete confirms the payment. Fail acts like a wrong code. If you close the page, the payment stays open.</p>`;
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
