import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { Form, useLocation, useSubmit } from "react-router";
import type { productSorts } from "#shared/listings/listing-contract.ts";
import { buttonClass } from "#web/ui/button-class.ts";

const labels: Record<(typeof productSorts)[number], string> = {
  newest: "Newest first",
  "price-asc": "Lowest price first",
  "price-desc": "Highest price first",
};

/** Sort order of a list of cars. Applies on change, or by its button without JavaScript. */
export function SortControl({ sort }: { sort: string }) {
  const id = useId();
  const { pathname } = useLocation();
  const submit = useSubmit();
  return (
    <Form
      method="get"
      action={pathname}
      onChange={(event) => void submit(event.currentTarget, { preventScrollReset: true })}
      className="flex items-center gap-3 pb-3 text-sm"
    >
      <label htmlFor={id} className="text-muted">
        Sort
      </label>
      <span className="relative">
        <select
          id={id}
          name="sort"
          key={sort}
          defaultValue={sort}
          className="min-h-10 appearance-none rounded-soft border border-edge bg-paper py-2 pr-9 pl-3 text-ink hover:border-ink"
        >
          {Object.entries(labels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          size={15}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
        />
      </span>
      <span className="hidden [@media(scripting:none)]:block">
        <button className={buttonClass("secondary", "small")}>Apply</button>
      </span>
    </Form>
  );
}
