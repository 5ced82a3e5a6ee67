import type { createTestApp } from "#testing/test-app.ts";

type Shop = Awaited<ReturnType<typeof createTestApp>>;

/** A browser: stores the cookies that responses set, deletes the expired ones, and sends them with every call. */
export function aBrowser(shop: Shop, userAgent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0") {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  async function call(
    method: "GET" | "POST",
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const answer = await shop.call(method, path, {
      headers: { cookie: cookie(), "user-agent": userAgent, ...headers },
      ...(method === "POST" && { body: body ?? {} }),
    });
    for (const given of [answer.headers["set-cookie"] ?? []].flat().map(String)) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
      if (value === "" || /max-age=0\b/i.test(given)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  const token = async (email: string) =>
    (await call("GET", `/api/jwt?email=${encodeURIComponent(email)}`)).body.accessToken as string;
  const signIn = (email: string, password = "Secret!2026") =>
    call("POST", "/api/auth/sign-in/email", { email, password });
  return { call, cookie, token, signIn };
}

/** A new user in a new browser, with an access token. */
export async function aUserInABrowser(
  shop: Shop,
  email: string,
  role: "Buyer" | "Seller" = "Buyer",
) {
  const browser = aBrowser(shop);
  const password = "Secret!2026";
  await browser.call("POST", "/api/auth/sign-up/email", { name: "Person", email, password });
  await browser.call("POST", "/api/users", { name: "Person", role });
  return { ...browser, email, accessToken: await browser.token(email) };
}
