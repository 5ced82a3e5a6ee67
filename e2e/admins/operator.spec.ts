import { connect } from "node:net";
import { isRunning } from "#server/platform/embedded-postgres/process-identity.ts";
import { freePort } from "#testing/free-port.ts";
import { expect, test } from "../shop-test.ts";
import { startTimeout } from "../steps/start-shop.ts";
import { open, signIn } from "../steps/open-page.ts";
import { shopFolder } from "../steps/shop-process.ts";

// The built program as an operator runs it: with signals, an env file and its own embedded database.
test.describe.configure({ mode: "serial", timeout: startTimeout });

let folder: ReturnType<typeof shopFolder>;
let demo: Record<string, string>;
test.beforeAll(async () => {
  const PORT = String(await freePort());
  demo = { PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}`, BRAND_NAME: "Env File Cars" };
  folder = shopFolder(demo);
});
test.afterAll(() => folder.remove());

const upload = [
  "POST /api/images?key=&expiration=600 HTTP/1.1",
  "Host: localhost",
  "Content-Type: multipart/form-data; boundary=x",
  "Content-Length: 100000",
  "",
  "--x",
  'Content-Disposition: form-data; name="image"; filename="a.png"',
  "Content-Type: image/png",
  "",
  "the first bytes",
].join("\r\n");

for (const { what, sent } of [
  { what: "has sent nothing", sent: "" },
  { what: "has sent half a header", sent: "GET / HTTP/1.1\r\nHost: loc" },
  { what: "stalls in an upload", sent: upload },
])
  test(
    `stops within seconds, with its database, while a client ${what}`,
    { tag: "@deep" },
    async () => {
      const shop = await folder.serve();
      const { hostname, port } = new URL(shop.address);
      const socket = connect(Number(port), hostname);
      const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
      socket.on("error", () => undefined);
      await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
      if (sent) await new Promise((resolve) => socket.write(sent, resolve));
      // The server has accepted the connection once it answers a later one.
      await fetch(`${shop.address}/api/health`);

      const began = Date.now();
      expect(await shop.stop()).toMatchObject({ code: 0 });
      // Five seconds are promised; a busy machine may need several times that.
      expect(Date.now() - began).toBeLessThan(30_000);
      expect(isRunning(shop.postgres)).toBe(false);
      await closed;
    },
  );

test(
  "refuses to start a real shop with demo passwords until the demo is removed",
  { tag: "@deep" },
  async ({ page }) => {
    folder.setEnvFile({ ...demo, DEMO: "0", LOG_LEVEL: "error", HOST: "127.0.0.1" });
    const refused = await folder.run("serve");
    expect(refused.code).toBe(1);
    expect(refused.output.trim()).toMatch(
      /^This shop was a demo, .* opens admin@marque\.example, .*remove-demo.*$/,
    );

    const removed = await folder.run("admin", "remove-demo");
    expect(removed).toMatchObject({ code: 0 });
    expect(removed.output).toContain("admin@marque.example: deleted");
    expect(removed.output).toContain("There is no admin now.");
    const added = await folder.run("admin", "add", "owner@cars.example");
    const password = /only this once: (\S+)/.exec(added.output)?.[1] ?? "";

    // The commands and the shop read the same env file, so the account is in the shop's database.
    const shop = await folder.serve();
    expect(new URL(shop.address).port).toBe(demo.PORT);
    await open(page, `${shop.address}/login`);
    await expect(page).toHaveTitle(/Env File Cars/);
    await signIn(page, { email: "owner@cars.example", password });
    await expect(page.getByRole("link", { name: "Dashboard" }).first()).toBeVisible();
    expect(await shop.stop()).toMatchObject({ code: 0 });
  },
);
