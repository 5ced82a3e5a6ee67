import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emailsTo, tokenTo } from "#testing/email/emails.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { withProductionIdentity } from "#testing/identity/fast-identity.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const oldPassword = "Secret!2026";
const newPassword = "Another!2027";

const forgot = (email: string, headers: Record<string, string> = {}, more: object = {}) =>
  shop.call("POST", "/api/auth/request-password-reset", { headers, body: { email, ...more } });
const reset = (token: unknown, password: unknown = newPassword) =>
  shop.call("POST", "/api/auth/reset-password", { body: { token, newPassword: password } });
const signIn = async (email: string, password: string) =>
  (await shop.call("POST", "/api/auth/sign-in/email", { body: { email, password } })).status;

/** A user with a reset link in their email. */
async function aUserWithResetLink(email: string) {
  const user = await aSignedUpUser(shop, { email, password: oldPassword, role: "Buyer" });
  expect((await forgot(email)).status).toBe(200);
  return { ...user, link: await tokenTo(shop.deps, email, "reset-password") };
}

describe("a forgotten password", () => {
  // ASVS 6.2.2
  test("is replaced by an emailed link, which ends every session", async () => {
    const email = "ann@example.com";
    const user = await aUserWithResetLink(email);
    const bookings = () => shop.call("GET", `/api/bookings?email=${email}`, { token: user.token });
    expect((await bookings()).status).toBe(200);

    expect(await reset(user.link)).toMatchObject({ status: 200, body: { status: true } });

    expect((await bookings()).status).toBe(401);
    const session = await shop.call("GET", "/api/auth/get-session", {
      headers: { cookie: user.cookie },
    });
    expect(session.body).toBeNull();
    expect(await signIn(email, oldPassword)).toBe(401);
    expect(await signIn(email, newPassword)).toBe(200);
  });

  test("sends the link in one email and confirms the change in a second", async () => {
    const email = "words@example.com";
    const { link } = await aUserWithResetLink(email);
    await reset(link);
    const [, requested, changed] = await emailsTo(shop.deps, email);
    expect(requested?.subject).toBe("Set a new password for Marque");
    expect(requested?.text).toContain("The link works once and expires in 30 minutes.");
    expect(requested?.text).toContain(`http://localhost:3000/reset-password#${link}`);
    expect(requested?.html).toContain(`http://localhost:3000/reset-password#${link}`);
    expect(changed?.subject).toBe("Your password for Marque was changed");
  });

  // ASVS 6.4.3, 6.5.1
  test("the link works once, even if used twice at the same time", async () => {
    const { link } = await aUserWithResetLink("once@example.com");
    const answers = await Promise.all([1, 2, 3, 4].map((n) => reset(link, `Another!202${n}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410]);
    const later = await reset(link);
    expect(later.status).toBe(410);
    expect(later.body.error.code).toBe("link_over");
    expect(later.body.message).toBe(
      "This link has expired or was already used. Please request a new one.",
    );
  });

  // ASVS 6.5.5
  test("the link works for thirty minutes", async () => {
    const { link } = await aUserWithResetLink("late@example.com");
    const { rows } = await shop.deps.db.execute<{ minutes: number }>(sql`
      select extract(epoch from max(expires_at) - now()) / 60 as minutes from identity_verification`);
    expect(Number(rows[0]?.minutes)).toBeGreaterThan(29);
    expect(Number(rows[0]?.minutes)).toBeLessThanOrEqual(30);
    await shop.deps.db.execute(sql`
      update identity_verification set expires_at = now() - interval '1 second'`);
    expect((await reset(link)).status).toBe(410);
    expect(await signIn("late@example.com", oldPassword)).toBe(200);
  });

  test("using one link invalidates the others", async () => {
    const email = "several@example.com";
    const { link } = await aUserWithResetLink(email);
    await forgot(email);
    const second = await tokenTo(shop.deps, email, "reset-password");
    expect(second).not.toBe(link);
    expect((await reset(second)).status).toBe(200);
    expect((await reset(link, "Thief!2026")).status).toBe(410);
    expect(await signIn(email, newPassword)).toBe(200);
  });

  test.each([
    ["another!2027", "Please Provide at least One Uppercase"],
    ["Another!", "Please Provide at least One Number"],
    ["Another2027", "Please Provide at least One Speacial Carecter"],
    ["An!1", "Please use at least 8 characters."],
    ["", "Password is required."],
  ])("refuses %j as sign-up does, and the link stays valid", async (weak, message) => {
    const email = `weak${weak.length}@example.com`;
    const { link } = await aUserWithResetLink(email);
    const refused = await reset(link, weak);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(message);
    expect((await reset(link)).status).toBe(200);
  });

  test("setting a password with an emailed link confirms the email", async () => {
    const email = "proof@example.com";
    const { link } = await aUserWithResetLink(email);
    await reset(link);
    const answer = await shop.call("POST", "/api/auth/sign-in/email", {
      body: { email, password: newPassword },
    });
    expect(answer.body.user.emailVerified).toBe(true);
  });
});

describe("attacks on a password reset", () => {
  test("neither the response nor its time reveals whether an account exists", async () => {
    await aSignedUpUser(shop, { email: "here@example.com" });
    const seen = [];
    for (const email of ["here@example.com", "nowhere@example.com"]) {
      const began = performance.now();
      const { status, body, headers } = await withProductionIdentity(() => forgot(email));
      const waited = performance.now() - began;
      const { date: _date, "x-request-id": _id, ...same } = headers;
      seen.push({ status, body, same });
      // Far longer than the work takes, so the result does not show in the time.
      expect(waited).toBeGreaterThanOrEqual(499);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(await emailsTo(shop.deps, "nowhere@example.com")).toEqual([]);
  });

  // ASVS 3.7.2
  test("the link leads to the shop, whatever the request's headers and body say", async () => {
    const email = "poisoned@example.com";
    await aSignedUpUser(shop, { email });
    const poison = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
    };
    await forgot(email, poison, {
      redirectTo: "https://evil.example",
      callbackURL: "//evil.example",
    });
    const mail = (await emailsTo(shop.deps, email)).at(-1);
    expect(mail?.text).toContain("http://localhost:3000/reset-password#");
    expect(`${mail?.text}${mail?.html}`).not.toContain("evil.example");
  });

  // ASVS 6.6.2
  test("refuses made-up tokens, and the stored value is not a valid token", async () => {
    const email = "target@example.com";
    const user = await aUserWithResetLink(email);
    const { rows } = await shop.deps.db.execute<{ identifier: string; value: string; id: string }>(
      sql`select id, identifier, value from identity_verification`,
    );
    const stored = rows.flatMap(({ id, identifier, value }) => [id, identifier, value]);
    expect(stored.join(" ")).not.toContain(user.link);
    const confirmation = await tokenTo(shop.deps, email, "verify-email");
    const session = decodeURIComponent(user.cookie.split("=")[1] ?? "");
    for (const token of [
      ...stored,
      confirmation,
      session,
      user.token,
      user.link.toLowerCase(),
      user.link.slice(1),
      `${user.link}x`,
      "%",
      "' or 1=1 --",
      "x".repeat(2_000),
    ])
      expect([token, (await reset(token)).status]).toEqual([token, 410]);
    for (const token of [undefined, null, "", 1, {}, [user.link], "a\u0000b", "x".repeat(2_001)])
      expect([token, (await reset(token)).status]).toEqual([token, 400]);
    expect((await reset(user.link)).status).toBe(200);
  });

  test("refuses requests from other sites", async () => {
    const origin = "https://evil.example";
    expect((await forgot("a@example.com", { origin })).status).toBe(403);
    const answer = await shop.call("POST", "/api/auth/reset-password", {
      headers: { origin },
      body: { token: "x", newPassword },
    });
    expect(answer.status).toBe(403);
  });

  // ASVS 6.3.4
  test("does not serve the auth library's own reset calls", async () => {
    const { link } = await aUserWithResetLink("own@example.com");
    for (const url of [
      `/api/auth/reset-password/${link}?callbackURL=https://evil.example`,
      "/api/auth/verify-email?token=x&callbackURL=https://evil.example",
      `/api/auth/reset-password?token=${link}`,
    ])
      expect((await shop.call("GET", url)).status).toBe(404);
  });

  test("refuses the link of a deleted account", async () => {
    const { link } = await aUserWithResetLink("gone@example.com");
    await shop.deps.db.execute(sql`delete from identity_user where email = 'gone@example.com'`);
    expect((await reset(link)).status).toBe(410);
  });

  test("stores a link and its email together or not at all", async () => {
    const email = "fault@example.com";
    await aSignedUpUser(shop, { email });
    await shop.deps.db.execute(sql`delete from identity_verification`);
    await shop.deps.db.execute(
      sql`alter table email add constraint full_up check (false) not valid`,
    );
    expect((await forgot(email)).status).toBe(500);
    const signUp = await shop.call("POST", "/api/auth/sign-up/email", {
      body: { name: "N", email: "new@example.com", password: oldPassword },
    });
    expect(signUp.status).toBe(500);
    await shop.deps.db.execute(sql`alter table email drop constraint full_up`);
    const { rows } = await shop.deps.db.execute<{ left: number }>(sql`
      select (select count(*) from identity_verification)
        + (select count(*) from identity_user where email = 'new@example.com') as left`);
    expect(Number(rows[0]?.left)).toBe(0);
    expect((await forgot(email)).status).toBe(200);
  });
});
