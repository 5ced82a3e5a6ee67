import { createPath, type Path } from "react-router";
import { localPath } from "#shared/identity/return-path.ts";

const query = "from";

/** Where somebody goes to sign in, with the place they come back to. */
export function loginPath(from: Pick<Path, "pathname" | "search">): string {
  return `/login?${query}=${encodeURIComponent(createPath(from))}`;
}

/** The place to come back to after signing in; null where none was given, or none of this site. */
export function returnPath(search: URLSearchParams): string | null {
  return localPath(search.get(query));
}
