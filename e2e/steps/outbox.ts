import { expect, type Page } from "@playwright/test";

type Email = { to: string; subject: string; text: string };

/** The emails to an address, newest first, from the demo's outbox. */
export async function emailsTo(page: Page, email: string): Promise<Email[]> {
  const response = await page.request.get("/api/outbox?limit=200");
  expect(response.status()).toBe(200);
  return ((await response.json()) as Email[]).filter(({ to }) => to === email);
}

/** The path of the link in the newest email with this subject. */
export async function linkInEmail(page: Page, email: string, subject: RegExp): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      const message = (await emailsTo(page, email)).find((one) => subject.test(one.subject));
      return (link = /https?:\/\/[^/\s]+(\/\S+)/.exec(message?.text ?? "")?.[1] ?? "");
    })
    .not.toBe("");
  return link;
}
