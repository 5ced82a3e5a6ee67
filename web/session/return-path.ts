import { createPath, type Path } from "react-router";

const query = "from";
const doors = ["/login", "/signup", "/forgot-password", "/reset-password", "/verify-email"];

/** Where somebody goes to sign in, with the place they come back to. */
export function loginPath(from: Pick<Path, "pathname" | "search">): string {
  return `/login?${query}=${encodeURIComponent(createPath(from))}`;
}

/**
 * The place to come back to after signing in; null where none was given. Only a path of this site counts, whatever
 * somebody put into the link, and never the sign-in page itself or one of its neighbours.
 */
export function returnPath(search: URLSearchParams): string | null {
  const given = search.get(query);
  if (!given?.startsWith("/")) return null;
  const here = "http://here";
  // The parser folds `//host`, `/\host` and the like the way browsers do.
  const url = URL.canParse(given, here) ? new URL(given, here) : null;
  if (url?.origin !== here || doors.includes(url.pathname)) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
