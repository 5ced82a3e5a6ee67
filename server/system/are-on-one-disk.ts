import { stat } from "node:fs/promises";
import path from "node:path";

/** Whether two folders, of which either may not exist yet, are on one file system. False if it cannot be read. */
export async function areOnOneDisk(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([deviceOf(one), deviceOf(other)]);
  return first !== null && first === second;
}

async function deviceOf(folder: string): Promise<number | null> {
  const resolved = path.resolve(folder);
  try {
    return (await stat(resolved)).dev;
  } catch (error) {
    const parent = path.dirname(resolved);
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isMissing && parent !== resolved ? deviceOf(parent) : null;
  }
}
