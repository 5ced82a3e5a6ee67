import { useId } from "react";
import type { Histogram } from "#shared/search/search-contract.ts";
import { numberPattern, readTypedNumber } from "#shared/search/read-typed-number.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { Bars } from "#web/ui/bars.tsx";
import { useFollowing } from "./search-field.tsx";

export type Range = { low: number | undefined; high: number | undefined };

type RangeFilterProps = {
  /** What the numbers are: "Price". */
  label: string;
  /** The names of both fields in the form. */
  names: [low: string, high: string];
  range: Range;
  histogram: Histogram;
  hasBars: boolean;
  format: (value: number) => string;
  onChange: (range: Range) => void;
  /** The range while it is being typed. The fields keep what was typed. */
  onType?: ((range: Range) => void) | undefined;
};

/** The two ends of a range, with a small histogram of the cars under the other filters. */
export function RangeFilter({
  label,
  names,
  range,
  histogram,
  hasBars,
  format,
  onChange,
  onType,
}: RangeFilterProps) {
  const { buckets, min, max } = histogram;
  return (
    <>
      {hasBars && buckets.length > 0 && (
        <Bars
          values={buckets.map(({ count }) => count)}
          isDimmed={(at) => !overlaps(buckets[at]!, range)}
          label={describeHistogram(label, histogram, format)}
          className="mb-2 h-10"
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={label}
          end="from"
          name={names[0]}
          value={range.low}
          placeholder={min === null ? "" : format(min)}
          onChange={(low) => onChange(inOrder({ ...range, low }))}
          onType={onType && ((low) => onType(inOrder({ ...range, low })))}
        />
        <NumberField
          label={label}
          end="to"
          name={names[1]}
          value={range.high}
          placeholder={max === null ? "" : format(max)}
          onChange={(high) => onChange(inOrder({ ...range, high }))}
          onType={onType && ((high) => onType(inOrder({ ...range, high })))}
        />
      </div>
    </>
  );
}

function NumberField({
  label,
  end,
  name,
  value,
  placeholder,
  onChange,
  onType,
}: {
  label: string;
  end: "from" | "to";
  name: string;
  value: number | undefined;
  placeholder: string;
  onChange: (value: number | undefined) => void;
  onType: ((value: number | undefined) => void) | undefined;
}) {
  const id = useId();
  const shown = value?.toString() ?? "";
  const [typed, setTyped] = useFollowing(shown);
  function commit() {
    const read = readTypedNumber(typed);
    if (read === value) setTyped(shown);
    else onChange(read);
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm text-muted">
        <span className="sr-only">{label} </span>
        <span className="inline-block first-letter:uppercase">{end}</span>
      </label>
      <input
        id={id}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        // Only the form without JavaScript is checked by the browser.
        pattern={numberPattern}
        title={`${label} ${end}: a number`}
        placeholder={placeholder}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          onType?.(readTypedNumber(target.value));
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          commit();
        }}
        className="field-box min-h-11 px-3 py-2"
      />
    </div>
  );
}

function inOrder({ low, high }: Range): Range {
  const isReversed = low !== undefined && high !== undefined && low > high;
  return isReversed ? { low: high, high: low } : { low, high };
}

function overlaps({ from, to }: Histogram["buckets"][number], { low, high }: Range): boolean {
  return (
    (low === undefined || to === null || to > low) &&
    (high === undefined || from === null || from <= high)
  );
}

/** The histogram in words: its ends, and where most cars are. */
export function describeHistogram(
  label: string,
  { min, max, buckets }: Histogram,
  format: (value: number) => string,
): string {
  if (min === null || max === null) return `${label}: no cars`;
  const largest = buckets.reduce((most, bucket) => (bucket.count > most.count ? bucket : most));
  const from = format(Math.max(largest.from ?? min, min));
  const to = format(Math.min(largest.to ?? max, max));
  const ends = `${label} of these cars: ${format(min)} to ${format(max)}.`;
  return `${ends} Most common: ${from === to ? from : `${from} to ${to}`}, ${formatNumber(largest.count)} ${largest.count === 1 ? "car" : "cars"}.`;
}
