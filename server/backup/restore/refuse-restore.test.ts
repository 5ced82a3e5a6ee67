import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { refuseFullDisk } from "./refuse-restore.ts";

test("refuses a disk that is too small, also for what must stay free", async () => {
  const megabyte = 1024 * 1024;
  await refuseFullDisk(tmpdir(), megabyte);
  await expect(refuseFullDisk(tmpdir(), 2 ** 60)).rejects.toThrow(
    /MB free, and the database alone needs 1099511627776 MB\. Free some space, or set DATA_DIR to a larger disk\.$/,
  );
  await expect(
    refuseFullDisk(tmpdir(), megabyte, { reserve: 2 ** 60, advice: "choose another disk" }),
  ).rejects.toThrow("needs 1 MB (1099511627776 MB must stay free). Free some space, or choose");
});
