import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { countWords } from "../feed-words.ts";

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

/** What a plan comes to, and how many cars it has of each kind that it has any of. */
export function PlanCounts({ plan }: { plan: FeedPlanAnswer }) {
  const { counts } = plan;
  const shown = words.filter(([name]) => counts[name] > 0);
  return (
    <>
      <p className="display mb-4 text-2xl">{sentenceOf(plan)}</p>
      <dl
        aria-label="Counts"
        className="grid w-fit grid-cols-2 divide-line border border-line max-sm:w-full sm:auto-cols-[minmax(8rem,1fr)] sm:grid-flow-col sm:grid-cols-none sm:divide-x"
      >
        {shown.map(([name, label]) => (
          <div key={name} className="flex flex-col-reverse px-4 py-3">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="display text-2xl">{formatNumber(counts[name])}</dd>
          </div>
        ))}
      </dl>
      {counts.onlyDetails > 0 && (
        <p className="mt-3 text-sm text-muted">{`${formatNumber(counts.onlyDetails)} of the changed cars change only in details, such as power, doors and equipment. Their prices and other facts stay as they are.`}</p>
      )}
    </>
  );
}

/** "123 new, 7 refused." */
function sentenceOf(plan: FeedPlanAnswer): string {
  const counted = countWords(plan);
  return `${counted.slice(0, 1).toUpperCase()}${counted.slice(1)}.`;
}
