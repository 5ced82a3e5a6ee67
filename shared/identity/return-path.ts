const doors = ["/login", "/signup", "/forgot-password", "/reset-password", "/verify-email"];

/**
 * The place to come back to after signing in, from whatever somebody put into a link: only a path of this site counts,
 * and never the sign-in page itself or one of its neighbours; null for all else.
 */
export function localPath(given: string | null | undefined): string | null {
  if (!given?.startsWith("/")) return null;
  const here = "http://here";
  // The parser folds `//host`, `/\host` and the like the way browsers do.
  const url = URL.canParse(given, here) ? new URL(given, here) : null;
  if (url?.origin !== here || doors.includes(url.pathname)) return null;
  // `/.//host` is a path of here that, written out again, is another host.
  if (url.pathname.startsWith("//")) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
