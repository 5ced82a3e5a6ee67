import { fold } from "#shared/text/fold.ts";

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

/** The path of the car that a text links to, as people paste it; null if it has no such link. */
export function linkedCarPath(text: string): string | null {
  const link =
    /\/cars\/(?:[^/?#\s]*-)?([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?![0-9a-z])/i.exec(text);
  return link && `/cars/${link[1]!.toLowerCase()}`;
}

function slugOf(name: string): string {
  const slug = fold(name.toLowerCase())
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longestSlug)
    .replace(/^-+|-+$/g, "");
  return slug || "car";
}
