import { dateFormat } from "#shared/dates/date-format.ts";
import { useHydrated } from "#web/platform/loading/use-hydrated.ts";

const longDate = dateFormat({ dateStyle: "long" });

/** Today's date by the visitor's clock. Set in the browser because the page's HTML is cached. */
export function TodaysDate() {
  const hydrated = useHydrated();
  const today = new Date();
  return (
    <p className="mt-3 min-h-6 text-sm text-muted">
      {hydrated && <time dateTime={localDay(today)}>{longDate(today)}</time>}
    </p>
  );
}

function localDay(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}
