import type { PaymentIntentAnswer } from "#shared/payments/payment-contract.ts";
import { Badge } from "#web/ui/badge.tsx";

/** Says that no real money is charged. */
export function TestModeNote({ provider }: Pick<PaymentIntentAnswer, "provider">) {
  return (
    <p>
      <Badge tone="brass">Test mode</Badge> No real money is charged.{" "}
      {provider === "simulator"
        ? "Pay with one of the test cards below, not your own card."
        : "Pay with one of our card provider's test cards, such as 4242 4242 4242 4242."}
    </p>
  );
}
