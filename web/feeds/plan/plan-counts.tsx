import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";

const words: readonly [keyof FeedPlanAnswer["counts"], string][] = [
  ["added", "New"],
  ["changed", "Changed"],
  ["relisted", "Back"],
  ["retired", "Gone"],
  ["unchanged", "Unchanged"],
  ["kept", "Left as they are"],
  ["repeated", "Repeated rows"],
  ["refused", "Refused rows"],
];

/** How many cars of each kind a plan has. */
export function PlanCounts({ plan: { counts } }: { plan: FeedPlanAnswer }) {
  return (
    <>
      <dl
        aria-label="Counts"
        className="grid grid-cols-2 gap-px border border-line bg-line sm:grid-cols-4"
      >
        {words.map(([name, label]) => (
          <div key={name} className="flex flex-col-reverse bg-paper px-4 py-3">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className={`display text-2xl ${counts[name] === 0 ? "text-muted" : ""}`}>
              {formatNumber(counts[name])}
            </dd>
          </div>
        ))}
      </dl>
      {counts.onlyDetails > 0 && (
        <p className="mt-3 text-sm text-muted">{`${formatNumber(counts.onlyDetails)} of the changed cars change only in details, such as power, doors and equipment. Their prices and other facts stay as they are.`}</p>
      )}
    </>
  );
}
