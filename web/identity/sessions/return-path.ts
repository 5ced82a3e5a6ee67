import { createPath, type Path } from "react-router";
import { localPath } from "#shared/identity/return-path.ts";

const query = "from";

/** The sign-in page, with the path to return to. */
export function loginPath(from: Pick<Path, "pathname" | "search">): string {
  return `/login?${query}=${encodeURIComponent(createPath(from))}`;
}

/** The path to return to after signing in; null if there is none or it leaves this site. */
export function returnPath(search: URLSearchParams): string | null {
  return localPath(search.get(query));
}
