import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { PaymentIntentAnswer } from "#shared/payments/payment-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { isOffline } from "#web/platform/requests/connection.ts";
import { reloadDocument } from "#web/platform/loading/reload-document.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Price } from "#web/ui/price.tsx";
import { CardForm, CardFormSkeleton } from "./card-form.tsx";
import type { CardPayment } from "./card-payment.ts";
import { paymentIntentQuery } from "./payment-queries.ts";
import { settle } from "./settle.ts";
import { usePaymentDocument } from "./use-payment-document.ts";

const offlineMessage =
  "You are offline. You were not charged. Please check your connection and try again.";

type PaymentFormProps = {
  booking: Booking;
  /** Makes the server check with the provider and returns the updated booking. */
  look: () => Promise<Booking>;
  /** The buyer returned from the bank's challenge, whatever its outcome. */
  isBack: boolean;
};

/** The payment form of a held car. Creates the payment at the provider first. */
export function PaymentForm({ booking, look, isBack }: PaymentFormProps) {
  const intent = useQuery(paymentIntentQuery(booking));
  const document = usePaymentDocument(intent.data?.provider);
  const isRefused = intent.error !== null;
  useEffect(() => {
    // The refusal may come from a change to the booking, here or in another tab; refetch so the page shows it.
    if (isRefused) void look().catch(() => undefined);
  }, [isRefused, look]);

  if (intent.error)
    return (
      <ErrorState
        title="You can't pay right now"
        message={intent.error.message}
        onRetry={() => void intent.refetch()}
        retrying={intent.isFetching}
      />
    );
  if (document === "refused")
    return (
      <ErrorState
        title="You can't pay right now"
        message="We could not load the card form. You were not charged. Please reload the page."
        onRetry={() => reloadDocument()}
      />
    );
  if (intent.data && intent.data.amount !== booking.amountDueNow)
    return <OtherAmount intent={intent.data} booking={booking} onRetry={() => void look()} />;
  return (
    <CardPaymentForm
      booking={booking}
      intent={document === "fits" ? intent.data : undefined}
      look={look}
      isBack={isBack}
    />
  );
}

/** Never charges a different amount from the one shown. */
function OtherAmount({
  intent,
  booking,
  onRetry,
}: {
  intent: PaymentIntentAnswer;
  booking: Booking;
  onRetry: () => void;
}) {
  return (
    <ErrorState
      title="The amount has changed"
      message={`Your card would be charged ${formatMajor(intent.amount, intent.currency)}, but this page shows ${formatMajor(booking.amountDueNow, booking.currency)}. You were not charged.`}
      onRetry={onRetry}
    />
  );
}

function CardPaymentForm({
  booking,
  intent,
  look,
  isBack,
}: PaymentFormProps & { intent: PaymentIntentAnswer | undefined }) {
  const [payment, setPayment] = useState<CardPayment | null>(null);
  const mayHaveEnded = isBack || booking.paymentStatus === "requires_action";
  const { progress, error, pay, payButton } = usePay({ payment, look, mayHaveEnded });
  useReloadWhenRestored();

  function submit(event: FormEvent) {
    event.preventDefault();
    pay();
  }

  const payRow = (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-5">
        <p>
          <span className="block text-sm text-muted">Due now</span>
          <Price
            amount={intent?.amount ?? booking.amountDueNow}
            currency={booking.currency}
            className="display text-3xl"
          />
        </p>
        <Button
          ref={payButton}
          type="submit"
          disabled={payment === null}
          busy={progress !== null}
          className="min-w-40 max-sm:w-full"
        >
          Pay
        </Button>
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {progress}
      </p>
      {error && (
        <p role="alert" className="border-l-2 border-danger pl-4 text-danger">
          {error}
        </p>
      )}
    </>
  );

  return (
    <form onSubmit={submit} noValidate aria-label="Card payment" className="grid gap-6">
      {intent?.testMode && <TestModeNote provider={intent.provider} />}
      {intent ? (
        <CardForm intent={intent} billing={booking} onReady={setPayment}>
          {payRow}
        </CardForm>
      ) : (
        <CardFormSkeleton>{payRow}</CardFormSkeleton>
      )}
    </form>
  );
}

/** Says that no real money is charged. */
function TestModeNote({ provider }: Pick<PaymentIntentAnswer, "provider">) {
  return (
    <p>
      <Badge tone="brass">Test mode</Badge>{" "}
      <span>{`No real money is charged. ${
        provider === "simulator"
          ? "Pay with one of the test cards below, not your own card."
          : "Pay with one of our card provider's test cards, such as 4242 4242 4242 4242."
      }`}</span>
    </p>
  );
}

/**
 * Pays, and shows progress and errors. A payment that may have ended, in the bank's challenge for example, is looked
 * up first.
 */
function usePay({
  payment,
  look,
  mayHaveEnded,
}: {
  payment: CardPayment | null;
  look: PaymentFormProps["look"];
  mayHaveEnded: boolean;
}) {
  const [progress, setProgress] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const payButton = useRef<HTMLButtonElement>(null);
  const wantsFocus = useRef(false);
  const isLookNeeded = useRef(mayHaveEnded);

  const finish = useCallback(
    async (doing: string, step: (payment: CardPayment) => ReturnType<CardPayment["pay"]>) => {
      if (!payment) return;
      setProgress(doing);
      setError(null);
      const ending = await settle(step, payment, look, setProgress);
      wantsFocus.current = ending.message !== null;
      if (ending.isOver) setProgress(null);
      setError(ending.message);
    },
    [payment, look],
  );

  useEffect(() => {
    // Disabling the button dropped its focus; restore it, below the new message.
    if (progress !== null || !wantsFocus.current) return;
    wantsFocus.current = false;
    payButton.current?.focus();
  }, [progress, error]);

  useEffect(() => {
    if (!payment || !isLookNeeded.current) return;
    isLookNeeded.current = false;
    void finish("Checking with your bank…", () => payment.look());
  }, [payment, finish]);

  function pay() {
    if (progress !== null) return;
    if (isOffline()) setError(offlineMessage);
    else void finish("Paying…", (ready) => ready.pay());
  }

  return { progress, error, pay, payButton };
}

/** The browser's Back button can restore this page mid-payment, so reload it. */
function useReloadWhenRestored() {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && reloadDocument();
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, []);
}
