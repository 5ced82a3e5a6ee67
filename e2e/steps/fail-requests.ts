import type { Page } from "@playwright/test";

/** Lets the server refuse the data of the next page, as a fault that no page expects. */
export async function failPageData(page: Page): Promise<void> {
  await page.route(/\.data(\?|$)/, (route) =>
    route.fulfill({ status: 418, contentType: "text/plain", body: "The kettle is on." }),
  );
}

/** Lets a call of the product server fail until the answered function is called. */
export async function failRequests(
  page: Page,
  address: RegExp,
  message = "Something went wrong on our side.",
): Promise<() => Promise<void>> {
  // A client retries what is the server's fault; a refusal it takes as it is.
  const answer = { error: { code: "too_many_requests", message, requestId: "test" }, message };
  await page.route(address, (route) => route.fulfill({ status: 429, json: answer }));
  return () => page.unroute(address);
}
