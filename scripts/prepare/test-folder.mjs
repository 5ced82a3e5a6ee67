import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** What the databases of a run need at most, with room to spare. */
const neededBytes = 4 * 1024 ** 3;

/** Where the databases of the tests are: in memory if there is room, because they create and drop hundreds. */
export function testFolder() {
  const memory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
