const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const longestSlug = 80;

/** The path of a car's page: `/cars/bmw-320d-<id>`. */
export function listingPath({ _id, name }: { _id: string; name: string }): string {
  return `/cars/${slugOf(name)}-${_id}`;
}

/** The id at the end of a car's path, in lower case; null if there is none. */
export function idInListingPath(segment: string): string | null {
  return uuid.exec(segment)?.[0].toLowerCase() ?? null;
}

function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longestSlug)
    .replace(/^-+|-+$/g, "");
  return slug || "car";
}
