import type { Ref } from "react";
import { reportReasons } from "#shared/reports/report-reasons.ts";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextAreaField } from "#web/ui/fields/text-area-field.tsx";

const options = reportReasons.map((reason) => ({ value: reason, label: reason }));

type ReportReasonProps = { choice: Ref<HTMLSelectElement>; details: Ref<HTMLTextAreaElement> };

/** Reason for a report: a choice, free text, both or neither. */
export function ReportReason({ choice, details }: ReportReasonProps) {
  return (
    <div className="space-y-5">
      <SelectField
        ref={choice}
        label="Reason"
        optional
        placeholder="Choose a reason"
        options={options}
      />
      <TextAreaField ref={details} label="Details" optional rows={3} maxLength={500} />
    </div>
  );
}
