import type { ReactNode } from "react";
import { Link } from "react-router";
import { unreadSheet, type FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { useShop } from "#web/platform/root-data.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { factText, factWord, keptReasonWords, reasonText } from "../feed-words.ts";

const changeWords = { gone: "gone from", changed: "changed in", new: "new in" } as const;

/** How many notes a plan has, also those that are not shown. */
export const notesOf = (plan: FeedPlanAnswer): number =>
  plan.counts.kept + plan.counts.repeated + reasonsOf(plan);

const reasonsOf = ({ leftOut, leftOutReasons = leftOut.length }: FeedPlanAnswer) => leftOutReasons;

/** Cars that stay as they are, repeated rows, and facts that were left out. */
export function PlanNotes({ feedId, plan }: { feedId: string; plan: FeedPlanAnswer }) {
  const { kept, repeated, counts } = plan;
  const isSheet = ({ reason }: { reason: string }) => reason.startsWith(`${unreadSheet}: `);
  const sheets = plan.leftOut.filter(isSheet);
  const leftOut = plan.leftOut.filter((reason) => !isSheet(reason));
  if (notesOf(plan) === 0)
    return (
      <EmptyState title="Nothing to note">
        Every car follows the file, no row is repeated, and no fact was left out.
      </EmptyState>
    );
  return (
    <div className="space-y-10">
      <Notes
        title="Sheets not read"
        items={sheets}
        total={sheets.length}
        lead="Sheets are read together if they have the same headers."
      >
        {({ reason }) => reason.slice(unreadSheet.length + 2)}
      </Notes>
      <Notes
        title="Left as they are"
        items={kept}
        total={counts.kept}
        lead="The file says otherwise, but these stay."
      >
        {({ productId, name, change, reason, feed }) => (
          <>
            <Link to={`/cars/${productId}`} className="text-link">
              {name || "A car"}
            </Link>{" "}
            <span>{`is ${changeWords[change]} the file, but ${feed === null ? keptReasonWords[reason] : `your feed ${feed} has it`}`}</span>
          </>
        )}
      </Notes>
      <Notes
        title="Repeated rows"
        items={repeated}
        total={counts.repeated}
        lead="A row that repeats an earlier one is ignored."
      >
        {(repeat) => <Repeat repeat={repeat} />}
      </Notes>
      <Notes
        title="Facts left out"
        items={leftOut}
        total={reasonsOf(plan) - sheets.length}
        lead={
          <>
            These values could not be read. The cars are listed without them.{" "}
            <Link to={`/dashboard/feeds/${feedId}/columns`} className="text-link">
              Choose what they mean
            </Link>
          </>
        }
      >
        {({ reason, times }) =>
          `${reasonText(reason)} (${times === 1 ? "once" : `${formatNumber(times)} times`})`
        }
      </Notes>
    </div>
  );
}

/** A row that repeats an earlier one, with the values of both where they differ. */
function Repeat({ repeat }: { repeat: FeedPlanAnswer["repeated"][number] }) {
  const { currency } = useShop();
  const { line, firstLine, fields, differences } = repeat;
  if (differences.length === 0)
    return (
      <span>{`Line ${line} repeats line ${firstLine}${fields.length > 0 ? `, but differs in ${fields.map(factWord).join(", ")}` : ""}`}</span>
    );
  return (
    <>
      <span>{`Line ${line} repeats line ${firstLine}, but differs:`}</span>
      <ul className="mt-1">
        {differences.map(({ field, first, again }) => (
          <li key={field} className="text-sm">
            <span className="text-muted">{`${factWord(field)}: `}</span>
            <span>{`${factText(field, first, currency)} in line ${firstLine}, ${factText(field, again, currency)} in line ${line}`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Notes<Item>({
  title,
  lead,
  items,
  total,
  children,
}: {
  title: string;
  lead: ReactNode;
  items: readonly Item[];
  /** How many there are, also those that are not among the items. */
  total: number;
  children: (item: Item) => ReactNode;
}) {
  if (total === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="display text-2xl">{title}</h2>
      <p className="mt-1 text-muted">
        <span>{lead}</span>
        {total > items.length && (
          <span>
            {items.length === 0
              ? ` There were ${formatNumber(total)}. The list is deleted with the plan.`
              : ` These are the first ${formatNumber(items.length)} of ${formatNumber(total)}.`}
          </span>
        )}
      </p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {items.map((item, at) => (
          <li key={at} className="py-2 wrap-anywhere">
            {children(item)}
          </li>
        ))}
      </ul>
    </section>
  );
}
