import { dateFormat } from "#shared/dates/date-format.ts";
import type { CheckLevel } from "#shared/seller-checks/seller-check.ts";
import type { ListingChecks as Checks } from "#shared/seller-checks/seller-check-contract.ts";
import { Icon } from "#web/ui/icon.tsx";

// In UTC, so that server and browser render the same.
const day = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

/** Who checked it. Which admin it was is shown to admins only. */
const checkers: Record<CheckLevel, string> = {
  email: "by a link that the seller opened",
  phone: "by the shop",
  identity: "by the shop",
  business: "by the shop",
  car: "by the shop",
};

const words: Record<CheckLevel, string> = {
  email: "Email address confirmed",
  phone: "Phone number called",
  identity: "Identity document seen",
  business: "Business register checked",
  car: "This car seen",
};

/** The verification levels of a seller: what was checked, when, and until when it counts. */
export function ListingChecks({ checks }: { checks: Checks }) {
  if (checks.length === 0) return null;
  return (
    <ul aria-label="Checks of this seller" className="mt-3 space-y-1">
      {checks.map(({ level, checkedAt, validUntil }) => (
        <li key={level} className="flex gap-2">
          <Icon name="verified" size={16} className="mt-1 shrink-0 text-brass-ink" />
          <span>
            {words[level]}
            <span className="block text-sm text-muted">
              {checkers[level]}
              {checkedAt && (
                <>
                  {" "}
                  on <time dateTime={checkedAt}>{day(checkedAt)}</time>
                </>
              )}
              {validUntil && (
                <>
                  , valid until <time dateTime={validUntil}>{day(lastDay(validUntil))}</time>
                </>
              )}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

// A check ends at the midnight after its last day.
function lastDay(end: string): string {
  return new Date(Date.parse(end) - 1).toISOString();
}
