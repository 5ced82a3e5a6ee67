import { afterAll, beforeAll, expect, test } from "vitest";
import { appCode } from "#testing/identity/authenticator-app.ts";
import { aBrowser, aUserInABrowser } from "#testing/identity/browser.ts";
import { chooseAtProvider, createTestOpenid } from "#testing/identity/openid.ts";
import { createTestApp } from "#testing/test-app.ts";

type Shop = Awaited<ReturnType<typeof createTestApp>>;
const address = "https://cars.example";
const password = "Secret!2026";

let openid: Awaited<ReturnType<typeof createTestOpenid>>;
let shop: Shop;
beforeAll(async () => {
  openid = await createTestOpenid(`${address}/api/auth/callback/google`);
  shop = await createTestApp({ PUBLIC_URL: address, ...openid.settings });
});
afterAll(async () => {
  await shop.close();
  await openid.close();
});

/** The shop, and every `Set-Cookie` line that it sends from now on. */
function listening(): { heard: Shop; lines: string[] } {
  const lines: string[] = [];
  const call: Shop["call"] = async (...given) => {
    const answer = await shop.call(...given);
    lines.push(...[answer.headers["set-cookie"] ?? []].flat().map(String));
    return answer;
  };
  return { heard: { ...shop, call }, lines };
}

test("every cookie is HttpOnly, Secure, host-bound and SameSite", async () => {
  const { heard, lines } = listening();
  const email = "cookies@people.example";
  const user = await aUserInABrowser(heard, email);
  await user.signIn(email);
  await user.call("GET", "/api/auth/passkey/generate-register-options");
  await aBrowser(heard).call("GET", "/api/auth/passkey/generate-authenticate-options");
  const enabled = await user.call("POST", "/api/auth/two-factor/enable", { password });
  const { totpURI } = enabled.body as { totpURI: string };
  await user.call("POST", "/api/auth/two-factor/verify-totp", { code: appCode(totpURI) });
  const coded = aBrowser(heard);
  await coded.signIn(email);
  await coded.call("POST", "/api/auth/two-factor/verify-totp", { code: appCode(totpURI, 1) });
  const google = aBrowser(heard);
  const begun = await google.call("POST", "/api/auth/sign-in/social", { provider: "google" });
  const back = new URL(await chooseAtProvider(begun.body.url as string, { email }));
  await google.call("GET", `${back.pathname}${back.search}`);
  await coded.call("POST", "/api/auth/sign-out");

  const names = lines.map((line) => line.slice(0, line.indexOf("=")));
  expect([...new Set(names)].toSorted()).toEqual([
    "__Host-better-auth.better-auth-passkey",
    "__Host-better-auth.dont_remember",
    "__Host-better-auth.session_data",
    "__Host-better-auth.session_token",
    "__Host-better-auth.two_factor",
    "__Host-marque.google-flow",
    "__Host-marque.google-pending",
    "__Host-marque.known-device",
  ]);
  for (const line of lines) {
    const flags = line.split("; ").slice(1);
    const given = flags.map((flag) => flag.toLowerCase());
    expect([line, given]).toEqual([
      line,
      expect.arrayContaining(["httponly", "secure", "samesite=lax", "path=/"]),
    ]);
    expect(line).not.toMatch(/; Domain=/i);
  }
});
