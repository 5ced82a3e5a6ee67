import { useHydrated } from "#web/platform/use-hydrated.ts";

/** Today by the visitor's own clock. It is set in the browser because the page's HTML is kept for a while. */
export function TodaysDate() {
  const hydrated = useHydrated();
  const today = new Date();
  return (
    <p className="mt-3 min-h-6 text-sm text-muted">
      {hydrated && (
        <time dateTime={localDay(today)}>
          {today.toLocaleDateString("en-US", { dateStyle: "long" })}
        </time>
      )}
    </p>
  );
}

function localDay(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}
