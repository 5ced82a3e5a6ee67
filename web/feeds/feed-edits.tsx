import { useQueryClient } from "@tanstack/react-query";
import { useRef, type ReactElement } from "react";
import { Link } from "react-router";
import { z } from "zod";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { maximumEdits, type DecideEdit } from "#shared/feeds/feed-edit-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { decideEdits, editsQuery, useDecideEdit, type FeedEdit } from "./feed-queries.ts";
import { factText, factWord } from "./feed-words.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { useShop } from "#web/platform/root-data.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { useSelection } from "#web/ui/tables/use-selection.ts";
import { AllFeedEdits } from "./all-feed-edits.tsx";
import { BulkBar, type BulkAction } from "#web/ui/tables/bulk-bar.tsx";
import { edits, winnerWords } from "./edit-words.ts";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import type { BulkResult } from "#web/ui/tables/use-bulk-action.ts";

/** What was edited in the shop and differs from the file, until the seller decides who wins. */
export function FeedEdits({ feed }: { feed: FeedAnswer }) {
  const list = useListState(z.object({}));
  const decide = useDecideEdit(feed._id);
  const queryClient = useQueryClient();
  const selection = useSelection<FeedEdit>(
    ({ _id }) => _id,
    ({ field, name }) => `${factWord(field)} of ${name}`,
    feed._id,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const { currency } = useShop();

  async function choose(edit: FeedEdit, winner: DecideEdit["winner"]) {
    const { productId, name, field } = edit;
    const { modifiedCount, message } = await decide.mutateAsync({ productId, field, winner });
    const done = winner === "feed" ? "shows what the feed says" : "keeps your edit";
    announceOutcome(modifiedCount, message, `The ${factWord(field)} of ${isolate(name)} ${done}`);
    selection.unmark(({ _id }) => _id === edit._id);
    // The row and its buttons are gone.
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="edited" id="edited-in-the-shop" className="mt-12">
      <h2 id="edited" ref={heading} tabIndex={-1} className="display text-2xl">
        Edited in the shop
      </h2>
      <p className="mt-1 mb-4 max-w-2xl text-muted">
        Your edits stay until you decide. If the shop wins, it does as long as the file says the
        same.
      </p>
      <AllFeedEdits feed={feed} onClosed={() => heading.current?.focus()} />
      <TablePage
        title="Edited in the shop"
        list={list}
        query={editsQuery(feed._id, list.query, feed.edits)}
        columns={columnsOf(currency, (edit, winner) => (
          <Button
            look={winner === "feed" ? "secondary" : "quiet"}
            size="small"
            disabled={decide.isPending}
            aria-label={`${winner === "feed" ? "Feed" : "Shop"} wins for ${factWord(edit.field)} of ${isolate(edit.name)}`}
            onClick={() => void choose(edit, winner).catch(() => undefined)}
          >
            {winner === "feed" ? "Feed wins" : "Shop wins"}
          </Button>
        ))}
        selection={selection}
        things="edits"
        empty={
          <EmptyState title="Nothing to decide">
            No car differs from the file because of an edit in the shop.
          </EmptyState>
        }
      />
      <BulkBar
        selection={selection}
        things={edits}
        actions={actionsOf(feed._id)}
        detailOf={({ field, feed: feedValue, shop }) =>
          `In the file ${factText(field, feedValue, currency)}, in the shop ${factText(field, shop, currency)}`
        }
        after={() => queryClient.invalidateQueries()}
      />
    </section>
  );
}

const actionsOf = (feedId: string): BulkAction<FeedEdit>[] =>
  (["feed", "shop"] as const).map((winner) => ({
    ...winnerWords[winner],
    change: { all: (rows) => decideRows(feedId, winner, rows) },
  }));

/** Decides about the selected rows, in as few calls as they need. */
async function decideRows(
  feedId: string,
  winner: DecideEdit["winner"],
  rows: readonly FeedEdit[],
): Promise<BulkResult<FeedEdit>> {
  const result: BulkResult<FeedEdit> = { done: [], refused: [] };
  for (let at = 0; at < rows.length; at += maximumEdits) {
    const part = rows.slice(at, at + maximumEdits);
    const named = part.map(({ productId, field }) => ({ productId, field }));
    const answer = await decideEdits(feedId, { winner, edits: named });
    const byId = new Map(answer.edits.map((edit) => [`${edit.productId} ${edit.field}`, edit]));
    for (const row of part) {
      const edit = byId.get(row._id);
      if (edit?.isDone) result.done.push(row);
      else result.refused.push({ row, why: edit?.message ?? "Nothing was changed." });
    }
  }
  return result;
}

function columnsOf(
  currency: string,
  button: (edit: FeedEdit, winner: DecideEdit["winner"]) => ReactElement,
): Column<FeedEdit>[] {
  return [
    {
      head: "Car",
      isName: true,
      cell: ({ productId, name, identity }) => (
        <>
          <Link to={`/cars/${productId}`} className="decoration-brass hover:underline">
            {name}
          </Link>
          {identity !== null && (
            <span className="block text-sm font-normal text-muted">{identity}</span>
          )}
        </>
      ),
    },
    {
      head: "Fact",
      cell: ({ field }) => (
        <span className="inline-block first-letter:uppercase">{factWord(field)}</span>
      ),
    },
    { head: "In the file", cell: ({ field, feed }) => factText(field, feed, currency) },
    { head: "In the shop", cell: ({ field, shop }) => factText(field, shop, currency) },
    {
      head: "Decide",
      isAction: true,
      numeric: true,
      cell: (edit) => (
        <span className="inline-flex flex-wrap gap-2">
          {button(edit, "feed")}
          {button(edit, "shop")}
        </span>
      ),
    },
  ];
}
