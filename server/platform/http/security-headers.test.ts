import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { isOpenidPath, openidPath } from "#simulators/openid-provider/openid-path.ts";
import { startOpenidProvider } from "#simulators/openid-provider/start-openid-provider.ts";
import { policy } from "#server/policy.ts";
import { anAccount } from "#testing/builders.ts";
import { testClient } from "#testing/identity/openid.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { aMultipartForm, aPicture } from "#testing/images/pictures.ts";
import { rawGet } from "#testing/raw-request.ts";
import { routesOf } from "#testing/routes-of.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let address: string;
let token: string;

beforeAll(async () => {
  shop = await createTestApp({ PUBLIC_URL: "https://cars.example" });
  token = (await anAccount(shop.deps, { role: "admin" })).token;
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
});
afterAll(() => shop.close());

const everywhere = {
  "cross-origin-opener-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** What is missing or wrong in the headers of a response. */
function faultsOf(url: string, headers: Record<string, string | undefined>): string[] {
  const faults = Object.entries(everywhere).flatMap(([name, value]) =>
    headers[name] === value ? [] : [`${name}: ${headers[name]}`],
  );
  const csp = headers["content-security-policy"] ?? "";
  for (const directive of ["default-src", "object-src", "base-uri", "frame-ancestors"])
    if (!csp.split("; ").includes(`${directive} 'none'`)) faults.push(`${directive}: ${csp}`);
  const referrers = ["strict-origin-when-cross-origin", "no-referrer"];
  if (!referrers.includes(headers["referrer-policy"] ?? ""))
    faults.push(`referrer-policy: ${headers["referrer-policy"]}`);
  if (/script-src[^;]*(unsafe|\*|https?:)/.test(csp)) faults.push(csp);
  if (!headers["permissions-policy"]?.includes("camera=()")) faults.push("permissions-policy");
  const isPicture = url.startsWith("/images/");
  if (!isPicture && headers["cross-origin-resource-policy"] !== "same-origin")
    faults.push(`cross-origin-resource-policy: ${headers["cross-origin-resource-policy"]}`);
  for (const name of ["x-powered-by", "server", "access-control-allow-origin"])
    if (headers[name] !== undefined) faults.push(`${name}: ${headers[name]}`);
  if (!/^\/(images|api\/docs)/.test(url) && !headers["cache-control"]?.includes("no-store"))
    faults.push(`cache-control: ${headers["cache-control"]}`);
  return faults;
}

// ASVS 3.2.1, 3.4.1, 3.4.4, 3.4.5, 14.2.2, 14.3.2
test("sends the security headers on every route, to visitors and users", async () => {
  const routes = routesOf(shop.app);
  const routeNames = routes.map(({ method, url }) => `${method} ${url}`);
  expect(routeNames).toEqual(
    expect.arrayContaining(["GET /api/jwt", "POST /api/auth/sign-in/email"]),
  );
  expect(routeNames.length).toBeGreaterThan(Object.keys(policy).length);
  const wrong: Record<string, string[]> = {};
  const statuses = new Set<number>();
  for (const { method, url } of routes) {
    const path = url.replace(/:\w+/g, "0197b0de-0000-7000-8000-000000000000").replace("*", "x");
    for (const headers of [undefined, { authorization: `Bearer ${token}` }]) {
      const answer = await fetch(address + path, {
        method,
        redirect: "manual",
        ...(headers && { headers }),
      });
      await answer.arrayBuffer();
      statuses.add(answer.status);
      const faults = faultsOf(path, Object.fromEntries(answer.headers));
      if (faults.length > 0) wrong[`${method} ${url} ${answer.status}`] = faults;
    }
  }
  expect(wrong).toEqual({});
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
});

// ASVS 3.4.6, 16.5.1
test("sends them for unknown paths", async () => {
  const broken: [path: string, status: number][] = [
    ["/%", 400],
    ["/api/%zz", 400],
    ["/api/none", 404],
    ["/images/x", 404],
    ["/api/docs/none.js", 404],
    [`/api/${"x".repeat(9_000)}`, 404],
  ];
  for (const [path, status] of broken) {
    const answer = await fetch(address + path);
    const body = (await answer.json()) as { error: { requestId: string } };
    expect([path, answer.status]).toEqual([path, status]);
    expect(body.error.requestId).toMatch(/^[\da-f-]{36}$/);
    expect([path, ...faultsOf("/api", Object.fromEntries(answer.headers))]).toEqual([path]);
  }
});

// ASVS 3.4.4
test("sends them for requests that are not HTTP, without server details", async () => {
  const answer = await new Promise<string>((resolve) => {
    let text = "";
    const socket = connect((shop.app.server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("data", (chunk) => (text += String(chunk))).on("close", () => resolve(text));
    socket.write("nonsense\r\n\r\n");
  });
  const [status, ...lines] = answer.trim().split("\r\n");
  expect(status).toBe("HTTP/1.1 400 Bad Request");
  const headers = Object.fromEntries(lines.map((line) => line.split(": ") as [string, string]));
  expect(faultsOf("/images/", headers)).toEqual([]);
});

// ASVS 3.4.4
test.each([
  ["without a Host", [], 400],
  ["with an expectation that is not supported", ["Host: localhost", "Expect: tea"], 417],
])("sends them for a request %s", async (_, lines, status) => {
  const answer = await rawGet(address, "/api/health", lines);
  expect([answer.status, faultsOf("/api", answer.headers)]).toEqual([status, []]);
});

// ASVS 3.4.4
test("sends them while the server closes", async () => {
  const app = await buildApp(shop.deps);
  let finish = () => {};
  const isReached = new Promise<void>((reached) =>
    app.get("/slow", { schema: { hide: true } }, async () => {
      reached();
      await new Promise<void>((resolve) => (finish = resolve));
      return "";
    }),
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  const isOver = new Promise((resolve) => socket.on("close", resolve));
  socket.on("data", (part) => (text += String(part)));
  socket.write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await isReached;
  const isSeen = new Promise((resolve) => app.server.once("request", resolve));
  const closed = app.close();
  socket.write("GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await isSeen;
  finish();
  await Promise.all([closed, isOver]);
  const [head] = text.slice(text.indexOf("HTTP/1.1 503")).split("\r\n\r\n");
  const [status, ...lines] = head!.split("\r\n");
  expect(status).toBe("HTTP/1.1 503 Service Unavailable");
  const headers = lines.map((line) => line.split(": ") as [string, string]);
  const named = headers.map(([name, value]) => [name.toLowerCase(), value]);
  expect(faultsOf("/images/", Object.fromEntries(named))).toEqual([]);
});

// ASVS 3.4.4
test("sends them on pages, files, errors and redirects of the demo's sign-in provider", async () => {
  const issuer = `https://cars.example${openidPath}`;
  const back = "https://cars.example/api/auth/callback/google";
  const provider = await startOpenidProvider({
    issuer,
    ...testClient,
    redirectUris: [back],
    secret: Buffer.from("a secret of tests"),
    pool: shop.deps.pool,
    log: shop.deps.log,
  });
  const app = await buildApp(shop.deps, ({ url }) => (isOpenidPath(url) ? provider : null));
  const at = await app.listen({ port: 0, host: "127.0.0.1" });
  const query = new URLSearchParams({
    client_id: testClient.clientId,
    redirect_uri: back,
    response_type: "code",
    state: "s",
    scope: "openid email",
    code_challenge_method: "S256",
    code_challenge: "x".repeat(43),
  });
  const begun = await fetch(`${at}${openidPath}/auth?${query}`, { redirect: "manual" });
  const cookies = begun.headers.getSetCookie();
  for (const cookie of cookies)
    expect(cookie).toMatch(/; secure.*; httponly|; httponly.*; secure/i);
  const cookie = cookies.map((one) => one.split(";")[0]).join("; ");
  const page = new URL(begun.headers.get("location")!, at).pathname;
  const answers: [string, number, Response][] = [["the way to the page", 303, begun]];
  for (const [path, status, options] of [
    [page, 200, { headers: { cookie } }],
    [page, 400, {}],
    [`${openidPath}/auth?client_id=none`, 400, { headers: { accept: "text/html" } }],
    [`${openidPath}/token`, 400, { method: "POST" }],
    [`${openidPath}/.well-known/openid-configuration`, 200, {}],
    [`${openidPath}/jwks`, 200, {}],
    [`${openidPath}/fonts/none`, 404, {}],
    [`${openidPath}/none`, 404, {}],
    [openidPath, 404, {}],
  ] as const)
    answers.push([path, status, await fetch(at + path, { redirect: "manual", ...options })]);
  for (const [what, status, { status: given, headers }] of answers) {
    const faults = faultsOf("/images/", Object.fromEntries(headers));
    expect([what, given, faults]).toEqual([what, status, []]);
    expect(headers.get("content-security-policy")).not.toContain("script-src");
  }
  await app.close();
});

// ASVS 3.2.1
test("lets other sites show images, which can run nothing", async () => {
  const form = aMultipartForm("image", "a.png", "image/png", await aPicture({ format: "png" }));
  const { body } = await shop.call("POST", "/api/images", {
    body: form.payload,
    headers: form.headers,
  });
  const { pathname } = new URL(body.data.display_url as string);
  const { status, headers } = await fetch(address + pathname);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^image\//);
  expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(headers.get("content-security-policy")).toContain("sandbox");
  expect(faultsOf("/images/", Object.fromEntries(headers))).toEqual([]);
});

// ASVS 3.3.1, 3.3.2, 3.3.3
test("makes session cookies Secure, HttpOnly, SameSite and host-bound under HTTPS", async () => {
  const signUp = await shop.call("POST", "/api/auth/sign-up/email", {
    body: { name: "A", email: "cookie@example.com", password: "Xk!blackbird7" },
  });
  for (const cookie of [signUp.headers["set-cookie"] ?? []].flat()) {
    expect(cookie).toMatch(/^__Host-/);
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; Secure/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Path=\/(;|$)/i);
    expect(cookie).not.toMatch(/; Domain=/i);
  }
  expect(JSON.stringify(signUp.body)).not.toContain("token");
});

// ASVS 3.4.1
test("sends no HSTS without HTTPS", async () => {
  const plain = await createTestApp({ PUBLIC_URL: "http://cars.example" });
  await aSignedUpUser(plain, { email: "a@example.com" });
  const { headers } = await plain.call("GET", "/api/products");
  expect(headers["strict-transport-security"]).toBeUndefined();
  expect(headers["x-content-type-options"]).toBe("nosniff");
  await plain.close();
});
