import { useId, useState } from "react";

/** A price bound of a list in the URL. It takes effect on Enter or when the field is left. */
export function PriceBoundField({
  label,
  value,
  choose,
}: {
  label: string;
  /** In major units. */
  value: number | undefined;
  choose: (value: string) => void;
}) {
  const id = useId();
  const current = value === undefined ? "" : String(value);
  const [typed, setTyped] = useState(current);
  const [lastValue, setLastValue] = useState(current);
  // Follows the URL when the user goes back or forward.
  if (current !== lastValue) {
    setLastValue(current);
    setTyped(current);
  }

  function apply() {
    const amount = typed.replace(/[^\d.]/g, "");
    if (amount !== current) choose(amount);
  }

  return (
    <form
      className="sm:w-32"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <label htmlFor={id} className="mb-1.5 block text-sm text-muted">
        {label}
      </label>
      <input
        id={id}
        value={typed}
        inputMode="decimal"
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={apply}
        className="field-box min-h-11"
      />
    </form>
  );
}
