import { expect, type Page } from "@playwright/test";

type Mail = { to: string; subject: string; text: string };

/** The mails to an address, newest first, as the demo's outbox has them. */
export async function emailsTo(page: Page, email: string): Promise<Mail[]> {
  const answer = await page.request.get("/api/outbox?limit=200");
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as Mail[]).filter(({ to }) => to === email);
}

/** Where the newest mail with this subject leads, as a path of the shop. */
export async function linkInEmail(page: Page, email: string, subject: RegExp): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      const mail = (await emailsTo(page, email)).find((one) => subject.test(one.subject));
      return (link = /https?:\/\/[^/\s]+(\/\S+)/.exec(mail?.text ?? "")?.[1] ?? "");
    })
    .not.toBe("");
  return link;
}
