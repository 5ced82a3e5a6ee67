import { Icon } from "#web/ui/icon.tsx";
import type { DescribedCheck } from "./describe-checks.ts";

/** The verification levels of a seller. */
export function ListingChecks({ checks }: { checks: readonly DescribedCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <ul aria-label="Checks of this seller" className="mt-3 space-y-1">
      {checks.map(({ title, checker, checked, validUntil }) => (
        <li key={title} className="flex gap-2">
          <Icon name="verified" size={16} className="mt-1 shrink-0 text-brass-ink" />
          <span>
            <span>{title}</span>
            <span className="block text-sm text-muted">
              <span>{checker}</span>
              {checked && (
                <>
                  {" "}
                  on <time dateTime={checked.at}>{checked.day}</time>
                </>
              )}
              {validUntil && (
                <>
                  , valid until <time dateTime={validUntil.at}>{validUntil.day}</time>
                </>
              )}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
