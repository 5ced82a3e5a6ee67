import { useEffect, useRef } from "react";
import { auditActionFacts, auditActions } from "#shared/audit/audit.ts";
import type { AuditFilter } from "#shared/audit/audit-contract.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

const actions = auditActions.map((value) => ({ value, label: auditActionFacts[value].words }));

type AuditFilterFormProps = {
  filter: AuditFilter;
  choose: (given: Record<string, string>) => void;
  reset: () => void;
};

const names = ["action", "actor", "subject", "from", "to"] as const;

/** Filters the audit log. The URL contains the filter, and the fields follow when the URL changes. */
export function AuditFilterForm({ filter, choose, reset }: AuditFilterFormProps) {
  const isFiltered = Object.keys(filter).length > 0;
  const form = useRef<HTMLFormElement>(null);
  const field = (name: string) =>
    form.current?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
  const serialized = JSON.stringify(names.map((name) => filter[name] ?? ""));
  useEffect(() => {
    const values = JSON.parse(serialized) as string[];
    for (const [at, name] of names.entries()) {
      const control = field(name);
      if (control) control.value = values[at] ?? "";
    }
  }, [serialized]);
  return (
    <form
      ref={form}
      role="search"
      aria-label="Filter the audit log"
      onSubmit={(event) => {
        event.preventDefault();
        choose(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
      }}
      className="mb-8 border-y border-line py-6"
    >
      <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-5">
        <SelectField
          label="Action"
          name="action"
          placeholder="All"
          options={actions}
          defaultValue={filter.action ?? ""}
        />
        <TextField label="Admin" name="actor" maxLength={254} defaultValue={filter.actor} />
        <TextField label="Subject" name="subject" maxLength={254} defaultValue={filter.subject} />
        <TextField label="From" name="from" type="date" defaultValue={filter.from} />
        <TextField label="To" name="to" type="date" defaultValue={filter.to} />
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <Button type="submit" look="secondary" size="small">
          Filter
        </Button>
        {isFiltered && (
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              // Move focus before the button disappears.
              field("action")?.focus();
              reset();
            }}
          >
            Show all
          </Button>
        )}
        <p className="text-sm text-muted">
          Search by part of a name or email, or by the subject's id. Dates are in UTC.
        </p>
      </div>
    </form>
  );
}
