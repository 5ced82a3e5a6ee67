import { z } from "zod";
import { makes, soldMakes } from "#shared/makes/sold-makes.ts";

/** The folder of the logos, named by a hash of its files, because browsers keep them for a year. */
const logos = "/brands/71367319";

/** The brands that the shop sells (docs/specification.md, "Listings"). */
export const categories = soldMakes.map(({ categoryId, name, logo }) => ({
  id: categoryId,
  name,
  logo: `${logos}/${logo}`,
}));

export const categoryAnswer = z.object({
  _id: z.string(),
  category_id: z.number().int(),
  category: z.enum(makes),
  logo: z.string(),
  /** The number of cars on the category page. */
  count: z.number().int(),
});
export type CategoryAnswer = z.infer<typeof categoryAnswer>;

/** The categories as the API and the pages show them. `counts` are the public cars by category id. */
export function presentCategories(counts: Record<number, number>): CategoryAnswer[] {
  return categories.map(({ id, name, logo }) => ({
    _id: String(id),
    category_id: id,
    category: name,
    logo,
    count: counts[id] ?? 0,
  }));
}
