import { useRef, useState, type ReactNode } from "react";
import { joinReason } from "#shared/reports/report-reasons.ts";
import type { ButtonLook } from "./button-class.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { SelectField } from "./fields/select-field.tsx";
import { TextAreaField } from "./fields/text-area-field.tsx";
import { KeptFields } from "./fields/kept-fields.tsx";

type ReasonDialogProps = {
  open: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  /** By default the style of a destructive action. */
  confirmLook?: ButtonLook;
  /** Predefined reasons; without them the reason is free text. */
  reasons?: readonly string[];
  /** Who reads the reason. */
  hint: string;
  /** Maximum length of the free text. */
  maxLength?: number;
  busy: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
};

/** Confirms an action that affects a user and asks for the reason: a choice, free text, or both. */
export function ReasonDialog({
  open,
  title,
  children,
  confirmLabel,
  confirmLook = "danger",
  reasons,
  hint,
  maxLength = 400,
  busy,
  onClose,
  onConfirm,
}: ReasonDialogProps) {
  const choice = useRef<HTMLSelectElement>(null);
  const details = useRef<HTMLTextAreaElement>(null);
  const [isMissing, setMissing] = useState(false);

  function confirm() {
    const reason = joinReason(choice.current?.value ?? "", details.current?.value ?? "");
    setMissing(reason === undefined);
    if (reason === undefined) (choice.current ?? details.current)?.focus();
    else onConfirm(reason);
  }

  const error = isMissing ? "Reason is required." : undefined;
  return (
    <ConfirmDialog
      open={open}
      title={title}
      confirmLabel={confirmLabel}
      confirmLook={confirmLook}
      busy={busy}
      onClose={() => {
        setMissing(false);
        onClose();
      }}
      onConfirm={confirm}
      fields={
        <div className="space-y-5">
          <KeptFields name={`reason-${title}`} />
          {reasons && (
            <SelectField
              ref={choice}
              label="Reason"
              placeholder="Choose a reason"
              options={reasons.map((reason) => ({ value: reason, label: reason }))}
              error={error}
            />
          )}
          <TextAreaField
            ref={details}
            label={reasons ? "Details" : "Reason"}
            optional={reasons !== undefined}
            rows={3}
            maxLength={maxLength}
            hint={hint}
            error={reasons ? undefined : error}
          />
        </div>
      }
    >
      {children}
    </ConfirmDialog>
  );
}
