import type { PageSearchAnswer } from "#shared/search/search-contract.ts";

/**
 * The answer of a search as JSON, for the browser. The texts of its cars and facets are kept for as long as the objects
 * are, because pages show the same ones again and again. As a single text, it also costs React Router a fraction of the
 * time to hand over.
 */
export function encodeAnswer({ listings, facets, ...rest }: PageSearchAnswer): string {
  const cars = listings.map(textOf).join(",");
  const counts = facets ? `"facets":${textOf(facets)},` : "";
  return `{"listings":[${cars}],${counts}${JSON.stringify(rest).slice(1)}`;
}

const texts = new WeakMap<object, string>();

function textOf(object: object): string {
  const known = texts.get(object);
  if (known !== undefined) return known;
  const text = JSON.stringify(object);
  texts.set(object, text);
  return text;
}
