import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Field } from "./field.tsx";

type Option = { value: string; label: string };
type SelectFieldProps = Omit<ComponentProps<"select">, "children"> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  options: readonly Option[];
  /** Label of an empty first option; without it there is none. */
  placeholder?: string;
};

/** A native select in our style. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  options,
  placeholder,
  className = "",
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <span className="relative block">
          <select
            {...select}
            {...control}
            className={`field-box appearance-none pr-10 ${className}`}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            size={16}
            className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-muted"
          />
        </span>
      )}
    </Field>
  );
}
