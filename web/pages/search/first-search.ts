import type { CardListing } from "#shared/listings/listing-contract.ts";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";

/** What the server found for the search of a page. */
export type FirstSearch = {
  /** The answer as JSON (`encodeAnswer`), from the server. A document embeds it instead (`embedAnswer`). */
  json?: string;
  /** The answer itself: on the server, and in the browser once it has been read. */
  answer?: PageSearchAnswer;
  /** The API's parameters for the same answer. */
  parameters: string;
  /**
   * The path of the same page in the default order, or of the first page in another one. A single make has the page of its
   * brand.
   */
  canonicalPath: string;
  /** Cars on other pages of the results whose dialogs the URL opens. */
  dialogProducts: CardListing[];
};

/** The script of a document that has the answer of its search. */
export const embeddedAnswerId = "search-answer";

export function answerOf(first: FirstSearch): PageSearchAnswer {
  return (first.answer ??= JSON.parse(
    first.json ?? document.getElementById(embeddedAnswerId)!.textContent,
  ) as PageSearchAnswer);
}
