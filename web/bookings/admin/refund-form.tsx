import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { AppError } from "#shared/errors/app-error.ts";
import { formatMajor } from "#shared/money/money.ts";
import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { MoneyField } from "#web/ui/money-field.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";
import {
  bookingRecordQuery,
  useRefundBooking,
  type BookingRecord,
} from "./booking-admin-queries.ts";
import { newRequestId } from "./new-request-id.ts";
import { readAmount } from "./read-amount.ts";
import { refundOutcome } from "./refund-outcome.ts";

type Typed = { amount: string; reason: string };
type Wish = { amount: number; reason: string };
type RefundFormProps = { record: BookingRecord; onDone: () => void; onCancel: () => void };

/**
 * Issues a refund after confirmation. Sends the confirmed amount and one request id per open form, so a double click
 * or a retry is the same refund.
 */
export function RefundForm({ record, onDone, onCancel }: RefundFormProps) {
  const { booking, payment } = record;
  const { currency } = booking;
  const queryClient = useQueryClient();
  const refund = useRefundBooking(booking._id);
  const [requestId, setRequestId] = useState(newRequestId);
  const [wish, setWish] = useState<Wish | null>(null);
  const [isAsking, setAsking] = useState(false);
  // The second click of a double click arrives before the button renders as busy.
  const isSending = useRef(false);
  const form = useForm<Typed>({
    defaultValues: { amount: formatMajor(payment.refundable, currency), reason: "" },
  });
  const { errors } = form.formState;
  const { setFocus } = form;
  // The button that opened the form is gone.
  useEffect(() => setFocus("amount", { shouldSelect: true }), [setFocus]);

  const read = (amount: string) => readAmount(amount, { most: payment.refundable, currency });

  function ask(typed: Typed) {
    const found = read(typed.amount);
    if ("error" in found) return;
    setWish({ amount: found.amount, reason: typed.reason.trim() });
    setAsking(true);
  }

  async function send({ amount, reason }: Wish) {
    if (isSending.current) return;
    isSending.current = true;
    try {
      const answer = await refund.mutateAsync({ amount, reason, requestId });
      const now = queryClient.getQueryData(bookingRecordQuery(booking._id).queryKey)?.payment;
      if (!answer.acknowledged) return refuse(answer.message, now?.refundable, amount);
      const made = now?.refunds.find(({ _id }) => _id === answer.insertedId);
      toast.success(refundOutcome(made, { amount, currency, buyer: booking.name }));
      onDone();
    } catch (error) {
      fail(error);
    } finally {
      isSending.current = false;
      setAsking(false);
    }
  }

  /** A refusal is final for its request id; the next attempt is a new request. */
  function refuse(message = "The refund was declined.", left: number | undefined, amount: number) {
    setRequestId(newRequestId());
    form.setError(left !== undefined && amount > left ? "amount" : "root", { message }, focus);
  }

  function fail(error: unknown) {
    const fields = error instanceof AppError ? error.fields : undefined;
    for (const name of ["reason", "amount"] as const)
      if (fields?.[name]) form.setError(name, { message: fields[name] }, focus);
    if (!fields?.amount && !fields?.reason) form.setError("root", { message: inWords(error) });
  }

  return (
    <form
      method="post"
      noValidate
      aria-labelledby="refund-form"
      onSubmit={(event) => void form.handleSubmit(ask)(event)}
      className="mt-10 space-y-6 border-t border-brass pt-6"
    >
      <h3 id="refund-form" className="text-lg font-medium">
        Refund {booking.name}
      </h3>
      <MoneyField
        label={`Amount in ${currency}`}
        currency={currency}
        hint={`${formatMajor(payment.refundable, currency)} is refundable. Enter less for a partial refund.`}
        error={errors.amount?.message}
        {...form.register("amount", {
          validate: (typed) => {
            const found = read(typed);
            return "amount" in found || found.error;
          },
        })}
      />
      <TextAreaField
        label="Reason"
        rows={3}
        maxLength={500}
        hint="Emailed to the buyer and kept in the log."
        error={errors.reason?.message}
        {...form.register("reason", {
          validate: (reason) => reason.trim() !== "" || "Reason is required.",
        })}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {errors.root?.message}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={refund.isPending}>
          Refund…
        </Button>
        <Button look="quiet" onClick={onCancel} disabled={refund.isPending}>
          Cancel{" "}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={wish ? `Refund ${formatMajor(wish.amount, currency)} to ${booking.name}?` : ""}
        confirmLabel={wish ? `Refund ${formatMajor(wish.amount, currency)}` : "Refund"}
        busy={refund.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => wish && void send(wish)}
      >
        For {booking.item}, booked by {booking.email}. The money goes back to the buyer's card. This
        cannot be undone.
        {wish?.amount === payment.refundable && payment.refundable === payment.captured && (
          <> The car stays off sale until you put it back on sale.</>
        )}
      </ConfirmDialog>
    </form>
  );
}

const focus = { shouldFocus: true };

function inWords(error: unknown): string {
  if (error instanceof AppError && error.status < 500) return error.message;
  const what = error instanceof Error ? error.message : "We got no response.";
  return `${what} We don't know whether the refund went through. If it isn't listed above, try again. It will not be issued twice.`;
}
