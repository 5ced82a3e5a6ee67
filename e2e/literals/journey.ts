import type { Locator, Page } from "@playwright/test";
import type { Shop } from "../steps/shop.ts";

export type Stage = { page: Page; shop: Shop };

type Reading = {
  /** Where the text appears; every one of several places is checked. */
  where: Locator | Locator[];
  /** The whole name or text of the node, if the literal is only a part of it. */
  text?: string | RegExp;
  /** The literal is the element's id, not a text. */
  isId?: true;
};

type Row<Context> = {
  literal: string;
  place: string;
  /** Makes the literal appear. */
  show: (context: Context) => Reading | Promise<Reading>;
};
type Check = (row: { literal: string; place: string }, reading: () => Promise<Reading>) => unknown;

/** A walk through the shop that reads some rows of literals.tsv, in this order. */
export type Journey = {
  name: string;
  rows: readonly { literal: string; place: string }[];
  walk: (stage: Stage, check: Check) => Promise<void>;
};

export function journey<Context>(
  name: string,
  begin: (stage: Stage) => Promise<Context>,
  rows: readonly Row<Context>[],
): Journey {
  return {
    name,
    rows,
    async walk(stage, check) {
      const context = await begin(stage);
      for (const row of rows) await check(row, async () => row.show(context));
    },
  };
}

export function row<Context>(
  literal: string,
  place: string,
  show: Row<Context>["show"],
): Row<Context> {
  return { literal, place, show };
}
