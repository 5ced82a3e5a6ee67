import type { Path } from "react-router";
import { loginPath } from "#web/identity/sessions/return-path.ts";

const key = "save-search";

/**
 * Remembers in this tab that a search is to be saved once its visitor has signed in. Returns the sign-in page that leads
 * back.
 */
export function saveAfterSignIn(search: string, from: Pick<Path, "pathname" | "search">): string {
  try {
    sessionStorage.setItem(key, JSON.stringify({ search, at: Date.now() }));
  } catch {
    // Without storage, the visitor presses the button again.
  }
  return loginPath(from);
}

const life = 60 * 60_000;

/** Whether this search is to be saved now. True only once. */
export function takeSaveAfterSignIn(search: string): boolean {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null;
    if (kept?.search !== search) return false;
    sessionStorage.removeItem(key);
    return Date.now() - kept.at < life;
  } catch {
    return false;
  }
}

type Kept = { search: string; at: number };
