import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anAccount } from "#testing/builders.ts";
import { eventually } from "#testing/eventually.ts";
import { hostileFiles } from "#testing/imports/hostile-files.ts";
import { leftFolders, listReaders } from "#testing/imports/left-over.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => shop.close());

test.each(["plans", "preview"])(
  "a file (%s) is no longer read once its seller has disconnected",
  async (call) => {
    const { token } = await anAccount(shop.deps, { role: "Seller" });
    const body = { name: "Lot", options: { currency: "usd", distanceUnit: "mi" } };
    const { insertedId } = (await shop.call("POST", "/api/feeds", { token, body })).body;
    const upload = request({
      method: "POST",
      host: "127.0.0.1",
      port: (shop.app.server.address() as AddressInfo).port,
      path: `/api/feeds/${insertedId}/${call}?file=sheets.xlsx`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    });
    upload.end(hostileFiles["sheets.xlsx"]());
    await eventually(() => expect(listReaders(process.pid)).toHaveLength(1));
    // It would read for as long as it may.
    process.kill(listReaders(process.pid)[0]!, "SIGSTOP");
    const closed = new Promise((resolve) => upload.on("error", resolve));
    upload.destroy();
    await closed;
    await eventually(() => {
      expect(listReaders(process.pid)).toEqual([]);
      expect(leftFolders(shop.deps.config.DATA_DIR)).toEqual([]);
    });
  },
);

test.each(["plans", "preview"])(
  "a file (%s) is not read whose seller was suspended while it arrived",
  async (call) => {
    const { id, token } = await anAccount(shop.deps, { role: "Seller" });
    const body = { name: "Lot", options: { currency: "usd", distanceUnit: "mi" } };
    const { insertedId } = (await shop.call("POST", "/api/feeds", { token, body })).body;
    const upload = request({
      method: "POST",
      host: "127.0.0.1",
      port: (shop.app.server.address() as AddressInfo).port,
      path: `/api/feeds/${insertedId}/${call}?file=notes.txt`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    });
    const answer = once(upload, "response");
    upload.write("This is no file of cars,");
    await eventually(() => expect(leftFolders(shop.deps.config.DATA_DIR)).not.toEqual([]));
    const admin = await anAccount(shop.deps, { role: "admin" });
    await shop.call("PUT", `/api/seller/suspend/${id}`, {
      token: admin.token,
      body: { reason: "Cars that do not exist." },
    });
    upload.end("\n");
    const [{ statusCode }] = (await answer) as [IncomingMessage];
    expect(statusCode).toBe(403);
  },
);
