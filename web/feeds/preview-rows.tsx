import type { FeedPreview } from "#shared/feeds/feed-preview-contract.ts";
import { useShop } from "#web/platform/root-data.ts";
import { Badge } from "#web/ui/badge.tsx";
import { factText, factWords, reasonText } from "./feed-words.ts";

/** The first rows of a file as they were understood. */
export function PreviewRows({ preview: { rows } }: { preview: FeedPreview }) {
  const { currency } = useShop();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="first-rows">
      <h2 id="first-rows" className="display mb-4 text-2xl">
        First rows
      </h2>
      <ol className="divide-y divide-line border-y border-line">
        {rows.map(({ line, name, facts, faults }) => (
          <li key={line} className="py-4 wrap-anywhere">
            <p className="font-medium">
              {name === null ? <Badge tone="brass">Refused</Badge> : <span>{name}</span>}{" "}
              <span className="text-sm font-normal text-muted">{`line ${line}`}</span>
            </p>
            <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-sm">
              {facts.map(({ field, value }) => (
                <li key={field}>
                  <span className="inline-block text-muted first-letter:uppercase">{`${factWords[field]}:`}</span>{" "}
                  <span>{factText(field, value, currency)}</span>
                </li>
              ))}
              {faults.map(({ column, reason }, at) => (
                <li key={at}>
                  {column && <span className="text-muted">{`${column}: `}</span>}
                  <span>{reasonText(reason)}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}
