import { formatNumber } from "#shared/text/format-number.ts";

type Option = { value: string; label: string };

/** A filter of a list, in its popover and as a chip. */
export type TableFilter = {
  /** The name in the URL. */
  name: string;
  label: string;
} & ({ kind: "choice"; options: readonly Option[] } | { kind: "amount" | "text" | "date" });

/** A filter by one of several values. */
export function choice(name: string, label: string, options: readonly Option[]): TableFilter {
  return { kind: "choice", name, label, options };
}

/** What a value of a filter is called. */
export function wordOf(filter: TableFilter, value: string): string {
  switch (filter.kind) {
    case "choice":
      return filter.options.find((option) => option.value === value)?.label ?? value;
    case "amount":
      return formatNumber(Number(value));
    case "text":
    case "date":
      return value;
  }
}
