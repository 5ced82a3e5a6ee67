/** Why a visitor was sent to sign in, by the path to return to; null if they came by themselves. */
export function signInReason(origin: string | null): string | null {
  if (origin === null) return null;
  const { pathname, searchParams } = new URL(origin, "http://here");
  if (searchParams.has("book")) return "Sign in to book this car.";
  if (searchParams.has("report")) return "Sign in to report this car.";
  if (pathname === "/search" || pathname.startsWith("/products/"))
    return "Sign in to save this search.";
  return pathname.startsWith("/dashboard") ? "Sign in to open this page." : null;
}
