import { type ComponentProps, type ReactNode, useId } from "react";

type Option = { value: string; label: string; hint?: string };
type RadioGroupProps = Omit<ComponentProps<"input">, "type" | "value"> & {
  legend: string;
  options: readonly Option[];
  error?: string | undefined;
  hint?: ReactNode;
};

/** A group of radio buttons. Works with `{...register("role")}` or with `defaultValue`. */
export function RadioGroup({
  legend,
  options,
  error,
  hint,
  defaultValue,
  ...input
}: RadioGroupProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}>
      <legend className="text-sm font-medium">{legend}</legend>
      <div className="mt-2 grid gap-2 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-12 items-start gap-3 rounded-soft border border-edge bg-raised px-3.5 py-3 has-checked:border-action-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-action-ink)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action-ink"
          >
            <input
              {...input}
              type="radio"
              value={option.value}
              defaultChecked={
                defaultValue === undefined ? undefined : defaultValue === option.value
              }
              className="mt-1 size-4 accent-action outline-none"
            />
            <span>
              <span>{option.label}</span>
              {option.hint && <span className="block text-sm text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-2 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
