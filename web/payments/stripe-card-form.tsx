import { CardElement, Elements, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useCallback, useEffect, useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import {
  type CardFormProps,
  type CardOutcome,
  noAnswer,
  outcomeOfError,
  outcomeOfIntent,
} from "./card-payment.ts";
import { useInk } from "./use-ink.ts";

/** Stripe.js and its card element; no other file uses them. */
export default function StripeCardForm(props: CardFormProps) {
  const { publishableKey } = props.intent;
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    loadStripe(publishableKey).then(
      (loaded) => isCurrent && setStripe(loaded),
      () => isCurrent && setHasFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [publishableKey, attempt]);

  function retry() {
    setHasFailed(false);
    setAttempt(attempt + 1);
  }

  return (
    <>
      {hasFailed ? (
        <NotLoaded onRetry={retry} />
      ) : stripe === null ? (
        <Skeleton className="h-12" />
      ) : (
        <Elements stripe={stripe}>
          <Card {...props} />
        </Elements>
      )}
      {props.children}
    </>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="border-l-2 border-danger pl-4">
      <p>
        We could not load the card form from our card provider. Please check your connection, and
        check that your browser does not block js.stripe.com. You were not charged.
      </p>
      <Button look="secondary" size="small" className="mt-4" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

function Card({ intent, billing, onReady }: Omit<CardFormProps, "children">) {
  const stripe = useStripe();
  const elements = useElements();
  const id = useId();
  const [isDrawn, setIsDrawn] = useState(false);
  const [error, setError] = useState<string>();
  const { box, ink, muted, danger } = useInk();
  const { clientSecret } = intent;
  const { name, email } = billing;

  const pay = useCallback(async (): Promise<CardOutcome> => {
    const card = elements?.getElement(CardElement);
    if (!stripe || !card) return noAnswer;
    const method = await stripe.createPaymentMethod({
      type: "card",
      card,
      billing_details: { name, email },
    });
    if (method.error) {
      card.focus();
      return outcomeOfError(method.error);
    }
    // Opens the bank's challenge in this page if needed, and resolves when it ends.
    const confirmed = await stripe.confirmCardPayment(clientSecret, {
      payment_method: method.paymentMethod.id,
      return_url: `${window.location.origin}${window.location.pathname}`,
    });
    return confirmed.error
      ? outcomeOfError(confirmed.error)
      : outcomeOfIntent(confirmed.paymentIntent);
  }, [stripe, elements, clientSecret, name, email]);

  const look = useCallback(async (): Promise<CardOutcome> => {
    if (!stripe) return noAnswer;
    const result = await stripe.retrievePaymentIntent(clientSecret);
    return result.error ? outcomeOfError(result.error) : outcomeOfIntent(result.paymentIntent);
  }, [stripe, clientSecret]);

  useEffect(() => {
    onReady(isDrawn ? { pay, look } : null);
    return () => onReady(null);
  }, [onReady, isDrawn, pay, look]);

  return (
    <div ref={box} className="flex flex-col gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        Card
      </label>
      <CardElement
        id={id}
        className={`field-box [&.has-focus]:outline-2 [&.has-focus]:outline-offset-1 [&.has-focus]:outline-action-ink ${error ? "border-danger" : ""}`}
        options={{
          classes: { focus: "has-focus" },
          style: {
            base: {
              color: ink,
              iconColor: muted,
              fontFamily: "ui-sans-serif, system-ui, sans-serif",
              fontSize: "16px",
              lineHeight: "26px",
              "::placeholder": { color: muted },
            },
            invalid: { color: danger, iconColor: danger },
          },
        }}
        onReady={() => setIsDrawn(true)}
        onChange={(change) => setError(change.error?.message)}
        onLoadError={() => setError("We could not load the card field. Please reload this page.")}
      />
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
