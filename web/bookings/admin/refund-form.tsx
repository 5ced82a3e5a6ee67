import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { formatMajor } from "#shared/money/money.ts";
import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { MoneyField } from "#web/ui/fields/money-field.tsx";
import { TextAreaField } from "#web/ui/fields/text-area-field.tsx";
import {
  bookingRecordQuery,
  useRefundBooking,
  type BookingRecord,
} from "./booking-admin-queries.ts";
import { newRequestId } from "./new-request-id.ts";
import { readAmount } from "./read-amount.ts";
import { refundOutcome } from "./refund-outcome.ts";

type RefundFields = { amount: string; reason: string };
/** The refund that the admin confirms. */
type RefundRequest = { amount: number; reason: string };
type RefundFormProps = { record: BookingRecord; onDone: () => void; onCancel: () => void };

/** Issues a refund after confirmation, with the amount that was confirmed. */
export function RefundForm({ record, onDone, onCancel }: RefundFormProps) {
  const { booking, payment } = record;
  const { currency } = booking;
  const [request, setRequest] = useState<RefundRequest | null>(null);
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const form = useForm<RefundFields>({
    defaultValues: { amount: formatMajor(payment.refundable, currency), reason: "" },
  });
  const { errors } = form.formState;
  const { setFocus } = form;
  // The button that opened the form is gone.
  useEffect(() => setFocus("amount", { shouldSelect: true }), [setFocus]);
  const refund = useSendRefund({ booking, form, onDone, onEnd: () => setConfirmOpen(false) });

  const read = (amount: string) => readAmount(amount, { most: payment.refundable, currency });

  function confirm({ amount, reason }: RefundFields) {
    const reading = read(amount);
    if ("error" in reading) return;
    setRequest({ amount: reading.amount, reason: reason.trim() });
    setConfirmOpen(true);
  }

  return (
    <form
      method="post"
      noValidate
      aria-labelledby="refund-form"
      onSubmit={(event) => void form.handleSubmit(confirm)(event)}
      className="mt-10 space-y-6 border-t border-brass pt-6"
    >
      <h3 id="refund-form" className="text-lg font-medium">
        Refund <bdi>{booking.name}</bdi>
      </h3>
      <MoneyField
        label={`Amount in ${currency}`}
        currency={currency}
        hint={`${formatMajor(payment.refundable, currency)} is refundable. Enter less for a partial refund.`}
        error={errors.amount?.message}
        {...form.register("amount", {
          validate: (typed) => {
            const reading = read(typed);
            return "amount" in reading || reading.error;
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
          Cancel
        </Button>
      </div>
      <ConfirmRefundDialog
        open={isConfirmOpen}
        request={request}
        record={record}
        busy={refund.isPending}
        onClose={() => setConfirmOpen(false)}
        onConfirm={() => request && void refund.send(request)}
      />
    </form>
  );
}

/**
 * Sends the refund with one request id per open form, so a double click or a retry is the same refund. Errors show
 * in the form.
 */
function useSendRefund({
  booking,
  form,
  onDone,
  onEnd,
}: {
  booking: Booking;
  form: UseFormReturn<RefundFields>;
  onDone: () => void;
  /** Called after every attempt. */
  onEnd: () => void;
}) {
  const queryClient = useQueryClient();
  const refund = useRefundBooking(booking._id);
  const [requestId, setRequestId] = useState(newRequestId);
  // The second click of a double click arrives before the button renders as busy.
  const isSending = useRef(false);

  async function send({ amount, reason }: RefundRequest) {
    if (isSending.current) return;
    isSending.current = true;
    try {
      const answer = await refund.mutateAsync({ amount, reason, requestId });
      const now = queryClient.getQueryData(bookingRecordQuery(booking._id).queryKey)?.payment;
      if (!answer.acknowledged) return showRefusal(answer.message, now?.refundable, amount);
      const made = now?.refunds.find(({ _id }) => _id === answer.insertedId);
      const { currency, name } = booking;
      toast.success(refundOutcome(made, { amount, currency, buyer: name }));
      onDone();
    } catch (error) {
      showError(error);
    } finally {
      isSending.current = false;
      onEnd();
    }
  }

  /** A refusal is final for its request id; the next attempt is a new request. */
  function showRefusal(
    message = "The refund was declined.",
    left: number | undefined,
    amount: number,
  ) {
    setRequestId(newRequestId());
    form.setError(left !== undefined && amount > left ? "amount" : "root", { message }, focus);
  }

  function showError(error: unknown) {
    const fields = error instanceof AppError ? error.fields : undefined;
    for (const name of ["reason", "amount"] as const)
      if (fields?.[name]) form.setError(name, { message: fields[name] }, focus);
    if (!fields?.amount && !fields?.reason)
      form.setError("root", { message: describeError(error) });
  }

  return { send, isPending: refund.isPending };
}

function ConfirmRefundDialog({
  request,
  record: { booking, payment },
  ...dialog
}: {
  open: boolean;
  /** Kept while the dialog fades out. */
  request: RefundRequest | null;
  record: BookingRecord;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const amount = request && formatMajor(request.amount, booking.currency);
  const isWholePayment =
    request?.amount === payment.refundable && payment.refundable === payment.captured;
  return (
    <ConfirmDialog
      {...dialog}
      title={amount ? `Refund ${amount} to ${booking.name}?` : ""}
      confirmLabel={amount ? `Refund ${amount}` : "Refund"}
    >
      For <bdi>{booking.item}</bdi>
      <span>{`, booked by ${booking.email}. The money goes back to the buyer's card. This cannot be undone.`}</span>
      {isWholePayment && <> The car stays off sale until you put it back on sale.</>}
    </ConfirmDialog>
  );
}

const focus = { shouldFocus: true };

function describeError(error: unknown): string {
  if (error instanceof AppError && error.status < 500) return error.message;
  const what = error instanceof Error ? error.message : "We got no response.";
  return `${what} We don't know whether the refund went through. If it isn't listed above, try again. It will not be issued twice.`;
}
