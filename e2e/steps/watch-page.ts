import type { Page } from "@playwright/test";

/** Records what no page may do: log errors, violate its content policy, throw, or contact another host. */
export function watchPage(page: Page, origin: string) {
  const faults: string[] = [];
  const scriptOrigins = new Set<string>();
  page.on("console", (message) => {
    // Chromium logs the expected 404 of this page as an error.
    if (message.location().url.endsWith("/no-such-page")) return;
    if (["error", "warning"].includes(message.type()))
      faults.push(`${page.url()} ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`${page.url()} threw: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (request.resourceType() === "script") scriptOrigins.add(url.origin);
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== origin)
      faults.push(`${page.url()} requested ${url.href}`);
  });
  return { faults, scriptOrigins };
}
