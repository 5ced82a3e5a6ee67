import {
  longestOption,
  longestTrim,
  statedDetails,
  type CarDetails,
} from "#shared/listings/car-details.ts";

/** A value with every text in it rewritten, names of fields included. */
export function rewriteTexts(value: unknown, rewrite: (text: string) => string): unknown {
  if (typeof value === "string") return rewrite(value);
  if (Array.isArray(value)) return value.map((inner) => rewriteTexts(inner, rewrite));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [rewrite(name), rewriteTexts(inner, rewrite)]),
  );
}

/** Details with their texts rewritten, as a form could state them: an address that would change is left out. */
export function redactDetails(
  { advertUrl, ...details }: CarDetails,
  rewrite: (text: string) => string,
): CarDetails | null {
  const left = rewriteTexts(details, rewrite) as CarDetails;
  return statedDetails({
    ...left,
    trim: left.trim?.slice(0, longestTrim),
    options: left.options?.map((option) => option.slice(0, longestOption)),
    advertUrl: advertUrl !== undefined && rewrite(advertUrl) === advertUrl ? advertUrl : undefined,
  });
}
