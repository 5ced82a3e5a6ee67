import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { freeBytes, listShortDisks, refuseUploadIfDiskFull } from "./free-disk.ts";

// As parts of what is free, because other programs write to the disk meanwhile.
test.each([
  [0, "no reserve", { isShort: false, isRefused: false }],
  [0.4, "over twice the reserve", { isShort: false, isRefused: false }],
  [0.75, "less than twice the reserve", { isShort: true, isRefused: false }],
  [1.5, "less than the reserve", { isShort: true, isRefused: true }],
])("a reserve of %d times the free space: %s", async (part, _, expected) => {
  const folder = tmpdir();
  const free = (await freeBytes(folder))! / 1024 / 1024;
  const config = { UPLOAD_DISK_RESERVE_MB: Math.ceil(free * part) };
  const short = await listShortDisks(config, [folder, path.join(folder, "not", "made", "yet")]);
  expect(short.map(({ isRefused }) => isRefused)).toEqual(
    expected.isShort ? [expected.isRefused, expected.isRefused] : [],
  );
  const refusal = await refuseUploadIfDiskFull(config, folder).then(
    () => null,
    (error: unknown) => error,
  );
  if (expected.isRefused) expect(refusal).toMatchObject({ code: "disk_full" });
  else expect(refusal).toBeNull();
});
