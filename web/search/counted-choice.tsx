import { formatNumber } from "#shared/text/format-number.ts";

type CountedChoiceProps = {
  type?: "checkbox" | "radio";
  name: string;
  value: string;
  label: string;
  /** The number of cars with this value; without it, none is shown. */
  count?: number;
  checked: boolean;
  onChange: () => void;
};

/** A value of a filter with its number of cars. A value without cars can only be removed. */
export function CountedChoice({
  type = "checkbox",
  name,
  value,
  label,
  count,
  checked,
  onChange,
}: CountedChoiceProps) {
  return (
    <label className="counted-choice">
      <input
        type={type}
        name={name}
        value={value}
        checked={checked}
        disabled={count === 0 && !checked}
        onChange={onChange}
      />
      <span>{label}</span>
      {count !== undefined && (
        <small>
          <span>{formatNumber(count)}</span>
          <span className="sr-only">{count === 1 ? " car" : " cars"}</span>
        </small>
      )}
    </label>
  );
}
