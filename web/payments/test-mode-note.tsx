import type { PaymentIntentAnswer } from "#shared/payments/payment-contract.ts";
import { Badge } from "#web/ui/badge.tsx";

/** Says plainly that no real money moves. */
export function TestModeNote({ provider }: Pick<PaymentIntentAnswer, "provider">) {
  return (
    <p>
      <Badge tone="brass">Test mode</Badge> No real money moves.{" "}
      {provider === "simulator"
        ? "Pay with one of the test cards below, never with your own."
        : "Pay with a test card of our card provider's, such as 4242 4242 4242 4242."}
    </p>
  );
}
