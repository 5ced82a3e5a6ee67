import { Popover } from "@base-ui/react/popover";
import { SlidersHorizontal, X } from "lucide-react";
import type { ReactNode } from "react";
import type { ListState } from "#web/platform/use-list-state.ts";
import { buttonClass } from "../button-class.ts";
import { Button } from "../button.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { wordOf, type TableFilter } from "./table-filter.ts";
import { TypedField } from "./typed-field.tsx";

/** A button that opens a popover with filters; it says how many are set. */
export function FilterPopover({
  label,
  chosen,
  className = "",
  children,
}: {
  label: string;
  /** How many filters are set. */
  chosen: number;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Popover.Root>
      <Popover.Trigger
        className={`${buttonClass("secondary", "small")} bg-raised data-popup-open:border-ink md:min-h-9 max-md:min-h-11 ${className}`}
      >
        <SlidersHorizontal aria-hidden="true" size={16} strokeWidth={1.5} />
        <span>{chosen > 0 ? `${label} (${chosen})` : label}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={6} collisionPadding={16} className="z-30">
          <Popover.Popup
            aria-label={label}
            className="max-h-(--available-height) w-88 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-soft border border-edge bg-raised p-5 text-ink outline-none"
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

type FiltersProps = {
  list: ListState<object>;
  filters: readonly TableFilter[];
};

/** The value of a filter in the URL; empty if it is not set. */
export function valueOf(list: ListState<object>, name: string): string {
  const value = (list.filter as Record<string, unknown>)[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

const inputs = {
  amount: { inputMode: "decimal" },
  text: { maxLength: 254 },
  date: { type: "date" },
} as const;

/** The filters' fields, which take effect immediately. */
export function FilterFields({ list, filters }: FiltersProps) {
  return filters.map((filter) => {
    const { name, label } = filter;
    const value = valueOf(list, name);
    const choose = (next: string) => list.choose({ [name]: next });
    if (filter.kind === "choice")
      return (
        <ChoiceField
          key={name}
          label={label}
          value={value}
          options={[{ value: "", label: "All" }, ...filter.options]}
          choose={choose}
        />
      );
    return (
      <TypedField key={name} label={label} value={value} choose={choose} {...inputs[filter.kind]} />
    );
  });
}

/** The filters that are set, each with a button that removes it. */
export function FilterChips({ list, filters }: FiltersProps) {
  const chosen = filters.filter(({ name }) => valueOf(list, name) !== "");
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Filters that are set" className="flex flex-wrap items-center gap-2">
      {chosen.map((filter) => {
        const text = `${filter.label}: ${wordOf(filter, valueOf(list, filter.name))}`;
        return (
          <li key={filter.name}>
            <button
              type="button"
              aria-label={`Remove the filter ${text}`}
              onClick={() => list.choose({ [filter.name]: undefined })}
              className="button min-h-8 border border-line px-2.5 text-sm text-muted hover:border-ink hover:text-ink"
            >
              <span>{text}</span>
              <X aria-hidden="true" size={14} strokeWidth={1.5} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Removes every filter of the popover. */
export function ClearFilters({ list, filters }: FiltersProps) {
  return (
    <Button
      look="quiet"
      size="small"
      className="-ms-2 justify-self-start"
      onClick={() => list.choose(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}
    >
      Clear filters
    </Button>
  );
}
