import { z } from "zod";

/** The folder of the logos, named by a hash of its files, because browsers keep them for a year. */
const logos = "/brands/d3ac152d";

/** The three brands that the shop sells (docs/specification.md, "Listings"). */
export const categories = [
  { id: 1, name: "BMW", logo: `${logos}/bmw.svg` },
  { id: 2, name: "Mercedes-Benz", logo: `${logos}/mercedes-benz.svg` },
  { id: 3, name: "Audi", logo: `${logos}/audi.svg` },
] as const;

export const makes = ["BMW", "Mercedes-Benz", "Audi"] as const;
export type Make = (typeof makes)[number];
export type CategoryId = (typeof categories)[number]["id"];

/** The category of a make. */
export function categoryIdOf(make: Make): CategoryId {
  return categories.find((category) => category.name === make)!.id;
}

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
