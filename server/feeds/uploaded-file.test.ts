import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
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

const read = async (file: string) => readFileSync(file, "utf8");
const upload = (body: Readable) => readUploaded({ body, name: "stock.csv" }, read);

test("an upload that breaks off is refused, leaves no file behind and delays no later one", async () => {
  const cut = new Readable({ read() {} });
  cut.push("make,model\nBMW,3 Ser");
  const refused = upload(cut);
  const later = upload(Readable.from(["make,model\n"]));
  expect(await later).toBe("make,model\n");
  cut.destroy();
  await expect(refused).rejects.toMatchObject({
    code: "invalid_input",
    message: "The file did not arrive completely.",
  });
  expect(readdirSync(folder)).toEqual([]);
});

test("uploads that break off free their places", async () => {
  for (let time = 0; time < 12; time += 1) {
    const cut = new Readable({ read() {} });
    cut.destroy();
    await expect(upload(cut)).rejects.toThrow("did not arrive completely");
  }
  expect(await upload(Readable.from(["make\n"]))).toBe("make\n");
});
