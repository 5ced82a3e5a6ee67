import type { ComponentProps, ReactNode } from "react";
import { Field } from "./field.tsx";

type TextAreaFieldProps = ComponentProps<"textarea"> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
};

/** A multiline text field. */
export function TextAreaField({
  label,
  hint,
  error,
  optional,
  className = "",
  rows = 4,
  ...textarea
}: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <textarea
          rows={rows}
          {...textarea}
          {...control}
          className={`field-box resize-y ${className}`}
        />
      )}
    </Field>
  );
}
