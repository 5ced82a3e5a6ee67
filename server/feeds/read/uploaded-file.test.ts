import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "#server/platform/config/config.ts";
import type { Deadlines } from "#server/platform/http/outgoing/read-with-deadline.ts";
import { eventually } from "#testing/eventually.ts";
import { readUploaded } from "./uploaded-file.ts";

const folder = mkdtempSync(path.join(tmpdir(), "marque-test-"));
const before = process.env.TMPDIR;
beforeAll(() => {
  process.env.TMPDIR = folder;
});
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(folder, { recursive: true });
});

const config = loadConfig({ DATA_DIR: folder });
let sellers = 0;
/** Every upload is of another seller, unless one is given. */
function upload(body: Readable, seller?: string, deadlines?: Deadlines): Promise<string> {
  const uploader = seller ?? `seller ${(sellers += 1)}`;
  const sent = { body, name: "stock.csv", uploader };
  return readUploaded({ config, deadlines }, sent, async ({ unpacked }) =>
    readFileSync(unpacked.file, "utf8"),
  );
}
/** Files in the folder for temporary files. */
const leftFiles = () => readdirSync(folder).flatMap((name) => readdirSync(path.join(folder, name)));
const arriving = () => new Readable({ read() {} });

test("an upload that breaks off is refused, leaves no file behind and delays no later one", async () => {
  const cut = arriving();
  cut.push("make,model\nBMW,3 Ser");
  const refused = upload(cut);
  const later = upload(Readable.from(["make,model\n"]));
  expect(await later).toBe("make,model\n");
  cut.destroy();
  await expect(refused).rejects.toMatchObject({
    code: "invalid_input",
    message: "The file did not arrive completely.",
  });
  expect(leftFiles()).toEqual([]);
});

test("uploads that break off free their places", async () => {
  for (let time = 0; time < 12; time += 1) {
    const cut = arriving();
    cut.destroy();
    await expect(upload(cut)).rejects.toThrow("did not arrive completely");
  }
  expect(await upload(Readable.from(["make\n"]))).toBe("make\n");
});

test("uploads that arrive slowly take no place from others", async () => {
  const slow = Array.from({ length: 30 }, arriving);
  const reading = slow.map((body) => upload(body));
  expect(await upload(Readable.from(["make\n"]))).toBe("make\n");
  for (const body of slow) body.destroy();
  const ends = await Promise.allSettled(reading);
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  expect(leftFiles()).toEqual([]);
});

test("files that arrive or wait have a gigabyte of the disk together", async () => {
  const waiting = arriving();
  const row = "make,model\n";
  const send = (body: Readable, uploader: string, most: number) =>
    readUploaded({ config, most }, { body, name: "stock.csv", uploader }, async () => "read");
  const first = send(waiting, "one", 2 * row.length);
  waiting.push(row);
  await eventually(() => expect(leftFiles()).toHaveLength(1));
  const second = Readable.from([row, row]);
  await expect(send(second, "other", 2 * row.length)).rejects.toMatchObject({
    code: "unavailable",
    retryAfter: 60,
  });
  waiting.push(null);
  expect(await first).toBe("read");
  // They no longer count.
  expect(await send(Readable.from([row, row]), "other", 2 * row.length)).toBe("read");
});

test("a file that has arrived is not unpacked once the disk is short", async () => {
  const full = { ...config, UPLOAD_DISK_RESERVE_MB: 1_000_000_000 };
  const sent = { body: Readable.from(["make\n"]), name: "stock.csv", uploader: "one" };
  await expect(readUploaded({ config: full }, sent, async () => "read")).rejects.toMatchObject({
    code: "disk_full",
  });
  expect(leftFiles()).toEqual([]);
});

test("a seller uploads three files at a time", async () => {
  const bodies = [arriving(), arriving(), arriving()];
  const reading = bodies.map((body) => upload(body, "dealer"));
  await expect(upload(arriving(), "dealer")).rejects.toMatchObject({
    code: "too_many_requests",
    retryAfter: 10,
    message: "You are uploading 3 files already. Please try again when one of them is read.",
  });
  expect(await upload(Readable.from(["make\n"]), "other dealer")).toBe("make\n");
  bodies[0]!.push(null);
  await reading[0];
  expect(await upload(Readable.from(["model\n"]), "dealer")).toBe("model\n");
  // The two that are still arriving keep their places.
  bodies.push(arriving());
  reading.push(upload(bodies.at(-1)!, "dealer"));
  const further = Readable.from(["make\n"]);
  await expect(upload(further, "dealer")).rejects.toMatchObject({ code: "too_many_requests" });
  for (const body of bodies.slice(1)) body.push(null);
  await Promise.all(reading);
});

test("files of different sellers are read one after another", async () => {
  const order: string[] = [];
  let endFirst = () => {};
  const first = new Promise<void>((resolve) => {
    endFirst = resolve;
  });
  const read = (seller: string, name: string) =>
    readUploaded(
      { config },
      { body: Readable.from(["make\n"]), name: "stock.csv", uploader: seller },
      async () => {
        order.push(name);
        if (name === "first of one") await first;
      },
    );
  const reading = [read("one", "first of one")];
  await eventually(() => expect(order).toEqual(["first of one"]));
  for (const name of ["second of one", "third of one"]) reading.push(read("one", name));
  await eventually(() => expect(leftFiles()).toHaveLength(3));
  reading.push(read("other", "first of other"));
  await eventually(() => expect(leftFiles()).toHaveLength(4));
  endFirst();
  await Promise.all(reading);
  expect(order).toEqual(["first of one", "first of other", "second of one", "third of one"]);
});

test("an upload that stalls is ended and leaves no file behind", async () => {
  const wanted = { after: 1_000, bytesPerSecond: 0, total: 1_000 };
  const stalled = arriving();
  stalled.push("make,model\n");
  const reading = upload(stalled, "dealer", { stall: 20, leastBytes: 100, total: 60_000, wanted });
  await expect(reading).rejects.toMatchObject({
    code: "timed_out",
    message: "The file arrived too slowly. Check your connection and send it again.",
  });
  expect(leftFiles()).toEqual([]);
  expect(await upload(Readable.from(["make\n"]), "dealer")).toBe("make\n");
});
