import { z } from "zod";
import { product } from "#shared/listings/listing-contract.ts";
import { mostFavorites } from "./favorite-limit.ts";

const favoriteStates = ["for_sale", "sold", "unavailable"] as const;

/** A saved car as its owner sees it. */
export const favorite = z.object({
  productId: z.string(),
  name: z.string(),
  savedAt: z.string(),
  state: z
    .enum(favoriteStates)
    .describe(
      "A reserved car is for sale. One that its seller or an admin took off is unavailable",
    ),
  product: product
    .omit({ description: true })
    .nullable()
    .describe("null where the car's page is gone"),
});
export type Favorite = z.infer<typeof favorite>;

/** GET /favorites/ids: what the header and the save buttons show. */
export const favoriteIds = z.object({
  ids: z.array(z.string()).describe("The latest first, whatever became of the cars"),
});
export type FavoriteIds = z.infer<typeof favoriteIds>;

/** POST /favorites: the cars saved on a device, the latest first. */
export const mergeFavoritesBody = z.object({
  ids: z
    .array(z.string().max(64), "ids must be a list of product ids.")
    .max(mostFavorites, `ids can have at most ${mostFavorites} entries.`),
});

/** What became of each id given to POST /favorites. */
export const mergeFavoritesAnswer = z.object({
  added: z.array(z.string()),
  alreadySaved: z.array(z.string()),
  ignored: z.array(z.string()).describe("Unknown cars, and cars that are not shown any more"),
  overLimit: z.array(z.string()).describe("Cars that did not fit"),
  message: z.string().optional(),
});
export type MergeFavoritesAnswer = z.infer<typeof mergeFavoritesAnswer>;
