import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverEmail } from "#server/email-delivery/deliver-email.ts";
import { anAccount } from "#testing/builders.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { searchDatabase } from "#testing/privacy/search-database.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

const words = ["quixworth"];

test.each([
  ["accepted by the mail server", () => Promise.resolve()],
  ["refused by the mail server", () => Promise.reject(new Error("to quixworth: no"))],
])(
  "leaves no trace of an email that is being sent while its recipient's account is deleted, and is then %s",
  async (_, end) => {
    const email = `zebulon-${words[0]}@ulvenhout.example`;
    const { id } = await aSignedUpUser(shop, { email, name: "Zebulon Quixworth", role: "Buyer" });
    expect(await searchDatabase(shop.deps.pool, words)).toContain("public.email.to_address");
    const readers: string[] = [];
    await deliverEmail(shop.deps, {
      send: async ({ to }) => {
        readers.push(to);
        const { token } = admin;
        const { body } = await shop.call("DELETE", `/api/buyer/${id}`, { token });
        expect(body).toEqual({ deletedCount: 1 });
        await end();
      },
    });
    expect(readers).toEqual([email]);
    expect(await searchDatabase(shop.deps.pool, words)).toEqual([]);
  },
);

test("deleting a user whose name is a phrase in our emails leaves other users' emails unchanged", async () => {
  const reader = "other-reader@ulvenhout.example";
  await aSignedUpUser(shop, { email: reader, name: "Other Reader", role: "Buyer" });
  await shop.call("POST", "/api/auth/request-password-reset", { body: { email: reader } });
  const emails = async () => {
    const { rows } = await shop.deps.pool.query<{ text: string; html: string }>(
      `select text, html from email where to_address = $1 order by created_at, id`,
      [reader],
    );
    return rows;
  };
  const before = await emails();
  expect(before).toHaveLength(2);
  const email = "sly@ulvenhout.example";
  for (const sentAt of ["null", "now()"]) {
    await shop.deps.pool.query(`update email set sent_at = ${sentAt} where to_address = $1`, [
      reader,
    ]);
    const { token } = await aSignedUpUser(shop, { email, name: "This link", role: "Buyer" });
    const body = { password: "Secret!2026" };
    const { body: answer } = await shop.call("POST", "/api/account/delete", { token, body });
    expect(answer).toEqual({ deletedCount: 1 });
    expect(await emails()).toEqual(before);
  }
});

test("queues no email to the address of a deleted account", async () => {
  const email = `zebulon-${words[0]}@ulvenhout.example`;
  const { token } = await aSignedUpUser(shop, { email, name: "Zebulon Quixworth", role: "Buyer" });
  const body = { password: "Secret!2026" };
  await shop.call("POST", "/api/account/delete", { token, body });
  for (const [call, status] of [
    ["request-password-reset", 200],
    ["send-verification-email", 401],
  ] as const) {
    const answer = await shop.call("POST", `/api/auth/${call}`, { body: { email } });
    expect([call, answer.status]).toEqual([call, status]);
  }
  expect(await searchDatabase(shop.deps.pool, words)).toEqual([]);
});
