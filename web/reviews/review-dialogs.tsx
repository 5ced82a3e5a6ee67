import { type FormEvent, useState } from "react";
import { secondReviewDays } from "#shared/reviews/review.ts";
import type { SaleReviews } from "#shared/reviews/review-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { RadioGroup } from "#web/ui/fields/radio-group.tsx";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";
import { TextAreaField } from "#web/ui/fields/text-area-field.tsx";
import { useAnswerReview, useReportReview, useWriteReview } from "./review-queries.ts";
import { KeptFields } from "#web/ui/fields/kept-fields.tsx";

const starChoices = [5, 4, 3, 2, 1].map((stars) => ({
  value: String(stars),
  label: `${stars} ${stars === 1 ? "star" : "stars"}`,
}));

/** Writes the user's review of the other side of a sale. */
export function WriteReview({ sale }: { sale: SaleReviews }) {
  const [open, setOpen] = useState(false);
  const [missing, setMissing] = useState({ stars: false, text: false });
  const write = useWriteReview();
  const whom = sale.side === "buyer" ? "seller" : "buyer";

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const stars = Number(form.get("stars") ?? 0);
    const text = String(form.get("text")).trim();
    setMissing({ stars: stars === 0, text: text === "" });
    if (stars === 0 || text === "") return;
    const { bookingId } = sale;
    const { acknowledged, message } = await write.mutateAsync({ bookingId, stars, text });
    announceOutcome(acknowledged ? 1 : 0, message, "Review written");
    setOpen(false);
  }

  return (
    <>
      <Button
        size="small"
        aria-label={`Write a review of the ${whom} of ${isolate(sale.item)}`}
        onClick={() => setOpen(true)}
      >
        Write a review
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Review the ${whom}`}
        description={
          whom === "seller"
            ? "Everyone can read it on the seller's cars, without your name. You cannot change it later."
            : "Only the buyer can read it. You cannot change it later."
        }
      >
        <form
          noValidate
          onSubmit={(event) => void send(event).catch(() => undefined)}
          className="space-y-6"
        >
          <KeptFields name={`review-${sale.bookingId}`} />
          <RadioGroup
            legend="Stars"
            name="stars"
            options={starChoices}
            error={missing.stars ? "Choose 1 to 5 stars." : undefined}
          />
          <TextAreaField
            label="Your review"
            name="text"
            rows={5}
            maxLength={2_000}
            error={missing.text ? "Your review is required." : undefined}
            hint={`Neither of you can read the other's review until both are written, or ${secondReviewDays} days after the first one.`}
          />
          <FormButtons label="Send review" busy={write.isPending} onCancel={() => setOpen(false)} />
        </form>
      </Dialog>
    </>
  );
}

/** The seller's answer to a review, once. */
export function AnswerReview({ id, item }: { id: string; item: string }) {
  const [open, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const answer = useAnswerReview();

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("text")).trim();
    setMissing(text === "");
    if (text === "") return;
    const { modifiedCount, message } = await answer.mutateAsync({ id, text });
    announceOutcome(modifiedCount, message, "Answer published");
    setOpen(false);
  }

  return (
    <>
      <Button
        look="secondary"
        size="small"
        aria-label={`Answer the review of ${isolate(item)}`}
        onClick={() => setOpen(true)}
      >
        Answer
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Answer this review"
        description="Everyone can read your answer below the review. You can answer once."
      >
        <form
          noValidate
          onSubmit={(event) => void send(event).catch(() => undefined)}
          className="space-y-6"
        >
          <KeptFields name={`answer-${id}`} />
          <TextAreaField
            label="Your answer"
            name="text"
            rows={5}
            maxLength={2_000}
            error={isMissing ? "Your answer is required." : undefined}
          />
          <FormButtons
            label="Publish answer"
            busy={answer.isPending}
            onCancel={() => setOpen(false)}
          />
        </form>
      </Dialog>
    </>
  );
}

function FormButtons({
  label,
  busy,
  onCancel,
}: {
  label: string;
  busy: boolean;
  onCancel: () => void;
}) {
  return (
    <div className="flex flex-wrap-reverse justify-end gap-3">
      <Button look="secondary" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" busy={busy}>
        {label}
      </Button>
    </div>
  );
}

/** Reports a review to the admins. */
export function ReportReviewDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const report = useReportReview();

  async function confirm(reason: string) {
    const { matchedCount, message } = await report.mutateAsync({ id: id!, reason });
    announceOutcome(matchedCount, message, "Review reported");
    onClose();
  }

  return (
    <ReasonDialog
      open={id !== null}
      title="Report this review?"
      confirmLabel="Report"
      hint="Only admins see this."
      maxLength={1_000}
      busy={report.isPending}
      onClose={onClose}
      onConfirm={(reason) => void confirm(reason).catch(() => undefined)}
    >
      An admin reads it and decides whether it stays. We email you the outcome.
    </ReasonDialog>
  );
}
