import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { SellerRecord } from "#shared/accounts/account-contract.ts";
import { dateFormat } from "#shared/dates/date-format.ts";
import { lastMomentBefore } from "#shared/dates/last-moment.ts";
import { idInListingPath } from "#shared/listings/listing-path.ts";
import { levelWords } from "#shared/seller-checks/level-words.ts";
import { recordedLevels, type RecordedLevel } from "#shared/seller-checks/seller-check.ts";
import type { SellerChecks } from "#shared/seller-checks/seller-check-contract.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextAreaField } from "#web/ui/fields/text-area-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { sellerChecksQuery, useRecordCheck, useWithdrawCheck } from "./seller-check-queries.ts";

// As buyers see it: a check ends at the midnight in UTC after its last day.
const day = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

const levelChoices = recordedLevels.map((level) => ({ value: level, label: levelWords[level] }));

/** A seller's verification levels for admins: what was checked, by whom and until when, and a new check. */
export function SellerLevels({ seller }: { seller: SellerRecord }) {
  const query = useQuery(sellerChecksQuery(seller._id));
  if (query.isPending) return <Loading />;
  if (!query.data)
    return (
      <ErrorState
        message={query.error.message}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  const { isEmailConfirmed, checks } = query.data;
  return (
    <div className="space-y-4">
      <ul aria-label="Checks" className="divide-y divide-line border-y border-line">
        <li className="flex flex-wrap items-center justify-between gap-2 py-3">
          <span>
            {isEmailConfirmed ? "Email address confirmed" : "Email address not confirmed"}
          </span>
          <Badge tone={isEmailConfirmed ? "good" : "neutral"}>By link</Badge>
        </li>
        {checks.map((check) => (
          <Check key={check._id} check={check} />
        ))}
      </ul>
      {!seller.isSuspended && (
        <details className="filter-section">
          <summary>
            <span>Record a check</span>
            <ChevronDown aria-hidden="true" size={18} strokeWidth={1.5} />
          </summary>
          <NewCheck sellerId={seller._id} />
        </details>
      )}
    </div>
  );
}

function Check({ check }: { check: SellerChecks["checks"][number] }) {
  const withdraw = useWithdrawCheck();
  const label =
    check.item === null ? levelWords[check.level] : `${levelWords[check.level]}: ${check.item}`;

  async function take() {
    const { deletedCount, message } = await withdraw.mutateAsync(check._id);
    announceOutcome(deletedCount, message, "Check withdrawn");
  }

  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">{label}</span>
        <Badge tone={check.isValid ? "good" : "neutral"}>
          {check.isValid ? "Valid" : check.withdrawnAt ? "Withdrawn" : "Expired"}
        </Badge>
      </p>
      <p className="text-sm text-muted">
        <span>{`by ${check.checkedBy} on`}</span> <Moment at={check.checkedAt} />
        {check.validUntil && (
          <>
            , valid until{" "}
            <time dateTime={check.validUntil} className="whitespace-nowrap">
              {day(lastMomentBefore(check.validUntil))}
            </time>
          </>
        )}
      </p>
      {check.note && <p className="text-sm">{`“${check.note}”`}</p>}
      {check.isValid && (
        <Button
          look="quiet"
          size="small"
          className="-ml-2"
          aria-label={`Withdraw: ${label}`}
          busy={withdraw.isPending}
          onClick={() => void take().catch(() => undefined)}
        >
          Withdraw
        </Button>
      )}
    </li>
  );
}

function NewCheck({ sellerId }: { sellerId: string }) {
  const [level, setLevel] = useState<RecordedLevel>("phone");
  const [carError, setCarError] = useState<string>();
  const record = useRecordCheck();

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const listingId = idInListingPath(String(given.get("car") ?? "").trim());
    const isCarMissing = level === "car" && listingId === null;
    setCarError(isCarMissing ? "Paste the address of the car's page." : undefined);
    if (isCarMissing) return;
    const { acknowledged, message } = await record.mutateAsync({
      sellerId,
      level,
      validUntil: String(given.get("validUntil")) || null,
      note: String(given.get("note")),
      ...(level === "car" && listingId !== null && { listingId }),
    });
    if (announceOutcome(acknowledged ? 1 : 0, message, "Check recorded")) form.reset();
  }

  return (
    <form
      noValidate
      aria-label="New check"
      onSubmit={(event) => void save(event).catch(() => undefined)}
      className="space-y-5"
    >
      <SelectField
        label="Checked"
        name="level"
        options={levelChoices}
        value={level}
        onChange={(event) => setLevel(event.currentTarget.value as RecordedLevel)}
        hint={level === "phone" ? "You called the number and the seller answered." : undefined}
      />
      {level === "car" && (
        <TextField label="Address of the car's page" name="car" error={carError} />
      )}
      <TextField label="Valid until" name="validUntil" type="date" optional />
      <TextAreaField
        label="Note"
        name="note"
        optional
        rows={2}
        maxLength={500}
        hint="Only admins see this."
      />
      <div className="flex justify-end">
        <Button type="submit" busy={record.isPending}>
          Record check
        </Button>
      </div>
    </form>
  );
}
