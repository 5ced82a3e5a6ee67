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
    <label className="flex min-h-11 items-center gap-3 text-[0.9375rem] has-disabled:text-muted lg:min-h-9">
      <input
        type={type}
        name={name}
        value={value}
        checked={checked}
        disabled={count === 0 && !checked}
        onChange={onChange}
        className="size-4.5 shrink-0 accent-action-ink"
      />
      <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
      {count !== undefined && (
        <span className="text-sm text-muted">
          {formatNumber(count)}
          <span className="sr-only"> {count === 1 ? "car" : "cars"}</span>
        </span>
      )}
    </label>
  );
}
