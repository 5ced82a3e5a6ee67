import { useId, useRef, useState } from "react";
import { filterTable } from "#shared/search/filter-table.ts";
import { readFilterNumber } from "#shared/search/read-filter-number.ts";
import { numberPattern } from "#shared/search/read-typed-number.ts";
import type { Histogram } from "#shared/search/search-contract.ts";
import type { RangeFilter as RangeName } from "#shared/search/search-filters.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { useEarlyInput } from "#web/platform/loading/use-early-input.ts";
import { Bars } from "#web/ui/bars.tsx";
import { useFollowing } from "./search-field.tsx";

export type Range = { low: number | undefined; high: number | undefined };

type RangeFilterProps = {
  name: RangeName;
  /** What the numbers are: "Price". */
  label: string;
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
  name,
  label,
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
      <div className="grid grid-cols-2 gap-x-3 gap-y-2">
        <NumberField
          filter={name}
          label={label}
          end="from"
          name={`${name}Min`}
          value={range.low}
          placeholder={min === null ? "" : format(min)}
          format={format}
          onChange={(low) => onChange(inOrder({ ...range, low }))}
          onType={onType && ((low) => onType(inOrder({ ...range, low })))}
        />
        <NumberField
          filter={name}
          label={label}
          end="to"
          name={`${name}Max`}
          value={range.high}
          placeholder={max === null ? "" : format(max)}
          format={format}
          onChange={(high) => onChange(inOrder({ ...range, high }))}
          onType={onType && ((high) => onType(inOrder({ ...range, high })))}
        />
      </div>
    </>
  );
}

type NumberFieldProps = {
  filter: RangeName;
  label: string;
  end: "from" | "to";
  name: string;
  value: number | undefined;
  placeholder: string;
  format: (value: number) => string;
  onChange: (value: number | undefined) => void;
  onType: ((value: number | undefined) => void) | undefined;
};

/** What the filter can't take stays in the field, marked once the field is left. The filter keeps its last number. */
function NumberField({
  filter,
  label,
  end,
  name,
  value,
  placeholder,
  format,
  onChange,
  onType,
}: NumberFieldProps) {
  const id = useId();
  const shown = value === undefined ? "" : shownNumber(filter, value, format);
  const [typed, setTyped] = useFollowing(shown);
  const read = readFilterNumber(filter, typed);
  const [isLeft, setLeft] = useState(false);
  const isWrong = isLeft && read === null;
  const field = useRef<HTMLInputElement>(null);
  useEarlyInput(field, (input) => {
    if (input.value === shown) return;
    setTyped(input.value);
    setLeft(input !== document.activeElement);
  });
  function commit() {
    if (read === null) setLeft(true);
    else if (read === value) setTyped(shown);
    else onChange(read);
  }
  return (
    <>
      <div>
        <label htmlFor={id} className="mb-1 block text-sm text-muted">
          <span className="sr-only">{`${label} `}</span>
          <span className="inline-block first-letter:uppercase">{end}</span>
        </label>
        <input
          ref={field}
          id={id}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          // Only the form without JavaScript is checked by the browser.
          pattern={numberPattern}
          title={`${label} ${end}: a number`}
          placeholder={placeholder}
          value={typed}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            const typing = readFilterNumber(filter, target.value);
            if (typing !== null) setLeft(false);
            onType?.(typing === null ? value : typing);
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
      {isWrong && (
        <p
          ref={scrollIntoView}
          id={`${id}-error`}
          role="alert"
          className="order-1 col-span-2 text-sm text-danger"
        >
          {problemOf(filter, `${label} ${end}`, format)}
        </p>
      )}
    </>
  );
}

/** A filter's number as text, with its unit if the filter then still reads the same number. */
function shownNumber(filter: RangeName, value: number, format: NumberFieldProps["format"]): string {
  const text = format(value);
  return readFilterNumber(filter, text) === value ? text : String(value);
}

/** The filters scroll, and may end with the field. */
function scrollIntoView(message: HTMLElement | null): void {
  message?.scrollIntoView({ block: "nearest" });
}

function problemOf(filter: RangeName, label: string, format: (value: number) => string): string {
  const { max, isWhole, example } = filterTable[filter];
  const number = isWhole ? "a whole number" : "a number";
  return `${label}: enter ${number} from ${format(0)} to ${format(max)}, such as ${format(example)}.`;
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

/** The histogram in words: its ends, and where most cars are. @internal */
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
