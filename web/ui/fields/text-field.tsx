import type { ComponentProps, ReactNode } from "react";
import { Field } from "./field.tsx";

type TextFieldProps = ComponentProps<"input"> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
};

/** A text field. Accepts all input attributes, so `{...register("name")}` works. */
export function TextField({
  label,
  hint,
  error,
  optional,
  className = "",
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <input {...input} {...control} className={`field-box ${className}`} />}
    </Field>
  );
}
