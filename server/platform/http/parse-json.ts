import { AppError } from "#shared/errors/app-error.ts";
import type { App } from "./app-instance.ts";

/** Levels of arrays and objects that a body may have; the deepest of our own, a passkey's answer, has four. */
const mostLevels = 32;

/** Parses JSON bodies; an empty one is no body, since the specification's PUT calls send a JSON content type and nothing. */
export function parseJson(app: App): void {
  // Plain text is not a body of any call; without its parser it is refused as such (415).
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: unknown, body: string | Buffer) => {
      if (body.length === 0) return undefined;
      const text = String(body);
      if (levelsOf(text) > mostLevels)
        throw refusal(`The body is nested more than ${mostLevels} levels deep.`);
      try {
        return JSON.parse(text) as unknown;
      } catch {
        throw refusal("The body is not JSON.");
      }
    },
  );
}

function refusal(message: string): AppError {
  return new AppError("invalid_input", { message, fields: { body: message } });
}

/**
 * How deep the brackets of a JSON text nest. Code that walks a value calls itself at each level. A string may lack its
 * closing quote: looking for it again from each quote inside would take time squared.
 */
function levelsOf(json: string): number {
  let level = 0;
  let deepest = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[{\]}]/gs)) {
    if (token === "[" || token === "{") deepest = Math.max(deepest, ++level);
    else if (token === "]" || token === "}") level -= 1;
  }
  return deepest;
}
