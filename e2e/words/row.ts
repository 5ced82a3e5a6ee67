import type { Locator, Page } from "@playwright/test";
import type { Shop } from "../steps/shop.ts";

export type Stage = { page: Page; shop: Shop };

export type Reading = {
  /** Where the words are heard; of several places, each is listened to. */
  where: Locator | Locator[];
  /** The whole of what is heard there, if the literal is only a part of it. */
  words?: string | RegExp;
  /** The literal is no words but the element's id. */
  isId?: true;
};

/** One row of literals.tsv and what makes its words appear. */
export type Row = { literal: string; place: string; cause: (stage: Stage) => Promise<Reading> };

export function row(literal: string, place: string, cause: Row["cause"]): Row {
  return { literal, place, cause };
}
