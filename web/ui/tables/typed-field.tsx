import { type ComponentProps, useId, useState } from "react";

type TypedFieldProps = {
  label: string;
  /** Empty without a filter. */
  value: string;
  choose: (value: string) => void;
} & Pick<ComponentProps<"input">, "type" | "inputMode" | "maxLength">;

/** A typed value of a filter in the URL. It takes effect on Enter or when the field is left. */
export function TypedField({ label, value, choose, ...input }: TypedFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // Follows the URL when the user goes back or forward.
  if (value !== lastValue) {
    setLastValue(value);
    setTyped(value);
  }

  function apply() {
    const next = input.inputMode === "decimal" ? typed.replace(/[^\d.]/g, "") : typed.trim();
    if (next !== value) choose(next);
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm text-muted">
        {label}
      </label>
      <input
        {...input}
        id={id}
        value={typed}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === "Enter" && apply()}
        onBlur={apply}
        className="field-box min-h-11"
      />
    </div>
  );
}
