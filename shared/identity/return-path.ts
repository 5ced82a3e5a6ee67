const signInPages = ["/login", "/signup", "/forgot-password", "/reset-password", "/verify-email"];
/** What has no page: scripts and styles, calls and images. */
const files = /^\/(assets|api|images)(\/|$)/;

/**
 * The path to return to after signing in, from an untrusted link. Null unless it is a page of this site other than the
 * sign-in pages.
 */
export function localPath(given: string | null | undefined): string | null {
  if (!given?.startsWith("/")) return null;
  const here = "http://here";
  // The parser resolves `//host`, `/\host` and the like as browsers do.
  const url = URL.canParse(given, here) ? new URL(given, here) : null;
  if (url?.origin !== here || signInPages.includes(url.pathname)) return null;
  if (files.test(url.pathname)) return null;
  // `/.//host` is a path of this site, but its serialized path would be another host.
  if (url.pathname.startsWith("//")) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
