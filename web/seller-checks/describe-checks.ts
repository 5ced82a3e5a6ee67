import { dateFormat } from "#shared/dates/date-format.ts";
import { lastMomentBefore } from "#shared/dates/last-moment.ts";
import { levelWords } from "#shared/seller-checks/level-words.ts";
import type { CheckLevel } from "#shared/seller-checks/seller-check.ts";
import type { ListingChecks } from "#shared/seller-checks/seller-check-contract.ts";

// In UTC, so that a day is the same for every reader.
const day = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

/** Who checked it. Which admin it was is shown to admins only. */
const checkers: Record<CheckLevel, string> = {
  email: "by a link that the seller opened",
  phone: "by the shop",
  identity: "by the shop",
  business: "by the shop",
  car: "by the shop",
};

const words: Record<CheckLevel, string> = { ...levelWords, car: "This car seen" };

type Moment = { at: string; day: string };
export type DescribedCheck = {
  title: string;
  checker: string;
  checked: Moment | null;
  validUntil: Moment | null;
};

/**
 * The verification levels of a seller in words: what was checked, when, and until when it counts. The page's loader asks
 * for it, so that browsers need no code for it.
 */
export function describeChecks(checks: ListingChecks): DescribedCheck[] {
  return checks.map(({ level, checkedAt, validUntil }) => ({
    title: words[level],
    checker: checkers[level],
    checked: checkedAt === null ? null : { at: checkedAt, day: day(checkedAt) },
    validUntil:
      validUntil === null ? null : { at: validUntil, day: day(lastMomentBefore(validUntil)) },
  }));
}
