import { AppError } from "#shared/errors/app-error.ts";
import type { App } from "./app-instance.ts";

/** Parses JSON bodies; an empty one is no body, since the seed's PUT calls send a JSON content type and nothing. */
export function parseJson(app: App): void {
  // Plain text is not a body of any call; without its parser it is refused as such (415).
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: unknown, body: string | Buffer) => {
      if (body.length === 0) return undefined;
      try {
        return JSON.parse(String(body)) as unknown;
      } catch {
        throw new AppError("invalid_input", {
          message: "The body is not JSON.",
          fields: { body: "This is not JSON." },
        });
      }
    },
  );
}
