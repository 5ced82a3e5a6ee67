import { isFailedScript, notLoadedText } from "../loading/failed-script.ts";

/** An error's message, for display. That of a script which failed to load would be the script's address. */
export function errorMessage(
  error: unknown,
  fallback = "Something went wrong. Please try again.",
): string {
  if (isFailedScript(error)) return notLoadedText();
  return error instanceof Error ? error.message : fallback;
}
