import { createContext } from "react";

/**
 * Markup of cards that the server has rendered before. Null in the browser, where cards are components. A card depends
 * on nothing but its car and how it is shown, so pages can share it.
 */
export type CardMarkup = {
  /** The markup of a car's card, if it is known. `key` has everything that the card depends on. */
  find(productId: string, key: string): string | undefined;
};

export const CardMarkupContext = createContext<CardMarkup | null>(null);

/** The id of the element with a car's name on its card. */
export function cardNameId(productId: string): string {
  return `car-${productId}`;
}
