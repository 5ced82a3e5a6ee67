import type { Path } from "react-router";
import { tabStorage } from "#web/platform/browser-storage.ts";
import { loginPath } from "#web/identity/sessions/return-path.ts";

const key = "save-search";

/**
 * Remembers in this tab that a search is to be saved once its visitor has signed in. Returns the sign-in page that leads
 * back.
 */
export function saveAfterSignIn(search: string, from: Pick<Path, "pathname" | "search">): string {
  // Without storage, the visitor presses the button again.
  tabStorage.write(key, JSON.stringify({ search, at: Date.now() }));
  return loginPath(from);
}

const life = 60 * 60_000;

/** Whether this search is to be saved now. True only once. */
export function takeSaveAfterSignIn(search: string): boolean {
  try {
    const intent = JSON.parse(tabStorage.read(key) ?? "null") as Kept | null;
    if (intent?.search !== search) return false;
    tabStorage.write(key, null);
    return Date.now() - intent.at < life;
  } catch {
    return false;
  }
}

type Kept = { search: string; at: number };
