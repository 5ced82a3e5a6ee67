import { ChevronDown } from "lucide-react";
import { useId } from "react";

/** A select that takes effect immediately. */
export function ChoiceField({
  label,
  value,
  options,
  choose,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  choose: (value: string) => void;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm text-muted">
        {label}
      </label>
      <span className="relative block">
        <select
          id={id}
          value={value}
          onChange={(event) => choose(event.target.value)}
          className="field-box min-h-11 appearance-none pe-10"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          size={16}
          className="pointer-events-none absolute top-1/2 end-3.5 -translate-y-1/2 text-muted"
        />
      </span>
    </div>
  );
}
