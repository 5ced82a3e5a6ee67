import type { Page } from "@playwright/test";

/** Makes the next page's data fail with an error that no page handles itself. */
export async function failPageData(page: Page): Promise<void> {
  await page.route(/\.data(\?|$)/, (route) =>
    route.fulfill({ status: 418, contentType: "text/plain", body: "The kettle is on." }),
  );
}

/** Makes these API requests fail until the returned function is called. */
export async function failRequests(
  page: Page,
  address: RegExp,
  message = "Something went wrong on our side.",
): Promise<() => Promise<void>> {
  // The client retries server errors, but not this status.
  const body = { error: { code: "too_many_requests", message, requestId: "test" }, message };
  await page.route(address, (route) => route.fulfill({ status: 429, json: body }));
  return () => page.unroute(address);
}
