import type { FormEvent } from "react";
import {
  verificationChecks,
  verificationCheckWords,
  type VerificationCheck,
} from "#shared/accounts/verification.ts";
import type { SellerRecord } from "#shared/accounts/account-contract.ts";
import { lastMomentBefore } from "#shared/dates/last-moment.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { TextAreaField } from "#web/ui/fields/text-area-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useVerifySeller } from "./moderation-queries.ts";

type VerificationFormProps = {
  seller: SellerRecord;
  /** Called after it was saved; `isNew` if the seller was not verified before. */
  onSaved: (isNew: boolean) => void;
};

/** Records what was checked for a seller, and verifies them if they aren't verified yet. */
export function VerificationForm({ seller, onSaved }: VerificationFormProps) {
  const verify = useVerifySeller();

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const checks = {
      checked: form.getAll("checked") as VerificationCheck[],
      note: form.get("note") as string,
      validUntil: (form.get("validUntil") as string) || null,
    };
    const { modifiedCount, message } = await verify.mutateAsync({ id: seller._id, checks });
    const done = seller.isVerify
      ? `Checks for ${isolate(seller.name)} recorded`
      : `Seller ${isolate(seller.name)} verified!`;
    const isDone = announceOutcome(modifiedCount, message, done);
    onSaved(isDone && !seller.isVerify);
  }

  return (
    <form onSubmit={(event) => void save(event).catch(() => undefined)} className="space-y-6">
      <CheckBoxes checked={seller.checked} />
      <TextField
        label="Valid until"
        name="validUntil"
        type="date"
        optional
        defaultValue={
          seller.verifiedUntil ? lastMomentBefore(seller.verifiedUntil).slice(0, 10) : ""
        }
        hint="The badge ends after this day. Without one, it stays until you revoke it."
      />
      <TextAreaField
        label="Note"
        name="note"
        optional
        rows={3}
        maxLength={500}
        defaultValue={seller.verificationNote ?? ""}
        hint="Only admins see this."
      />
      <div className="flex justify-end">
        <Button type="submit" busy={verify.isPending}>
          {seller.isVerify ? "Save" : "Verify"}
        </Button>
      </div>
    </form>
  );
}

function CheckBoxes({ checked }: Pick<SellerRecord, "checked">) {
  return (
    <fieldset>
      <legend className="text-sm font-medium">Checked</legend>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        {verificationChecks.map((check) => (
          <label
            key={check}
            className="flex min-h-12 items-center gap-3 rounded-soft border border-edge px-3.5 py-2 has-checked:border-action-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action-ink"
          >
            <input
              type="checkbox"
              name="checked"
              value={check}
              defaultChecked={checked.includes(check)}
              className="size-4 accent-action outline-none"
            />
            <span>{verificationCheckWords[check]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
