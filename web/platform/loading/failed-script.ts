import { tabStorage } from "../browser-storage.ts";
import { isOffline } from "../requests/connection.ts";
import { reloadDocument } from "./reload-document.ts";

/** The script of the page at `target` could not be loaded. */
export class FailedScript extends Error {
  readonly target: string;

  constructor(target: string) {
    super(`The script of ${target} could not be loaded.`);
    this.name = "FailedScript";
    this.target = target;
  }
}

/** Whether a script failed to load. Browsers differ in the message; there is no code to check. */
export function isFailedScript(error: unknown): boolean {
  const pattern = /(dynamically imported module|^Importing a module script|Unable to preload CSS)/i;
  return error instanceof FailedScript || (error instanceof Error && pattern.test(error.message));
}

/**
 * Says that the code of `what` could not be loaded. The scripts of an older version of the shop are removed after a while.
 */
export function notLoadedText(what = "This"): string {
  return isOffline()
    ? `${what} could not be loaded. Check your connection and try again.`
    : `${what} could not be loaded. Check your connection, or reload the page for a new version of the shop.`;
}

const reloadKey = "reloaded-for-script";
/** A reload that helped is longer ago than this. */
const sameFailureMs = 60_000;

/**
 * Loads the page at `target`, or this one, for a new version of the shop, unless that was just tried.
 * @returns whether it loads
 */
export function loadOnce(target: string | null): boolean {
  if (wasLoaded()) return false;
  loadDocument(target);
  return true;
}

/** Loads the document at `target`, or this one again. */
export function loadDocument(target: string | null): void {
  if (target === null) reloadDocument();
  else window.location.assign(target);
}

function wasLoaded(): boolean {
  const last = Number(tabStorage.read(reloadKey) ?? 0);
  if (tabStorage.write(reloadKey, String(Date.now())))
    return Math.abs(Date.now() - last) < sameFailureMs;
  // Without storage, the browser knows whether this page came from a reload.
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.type === "reload";
}
