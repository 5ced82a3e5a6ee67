import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The longest text that a search can find: this much of each chunk is read again with the next. */
const longest = 256;

/**
 * Reads every file below `folder`, and the file names, in chunks. `find` gets each chunk as latin1 text, byte for byte,
 * and returns what it found. Returns the number of files, and each find with its file.
 */
export async function searchFiles(
  folder: string,
  find: (text: string) => string | null,
): Promise<{ files: number; finds: { file: string; match: string }[] }> {
  let files = 0;
  const finds: { file: string; match: string }[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) files += 1;
    const match = find(entry.name) ?? (entry.isFile() ? await searchFile(file, find) : null);
    if (match !== null) finds.push({ file, match });
  }
  return { files, finds };
}

async function searchFile(
  file: string,
  find: (text: string) => string | null,
): Promise<string | null> {
  let tail = "";
  try {
    for await (const chunk of createReadStream(file, {
      encoding: "latin1",
      highWaterMark: 1 << 20,
    })) {
      const text = tail + String(chunk);
      const match = find(text);
      if (match !== null) return match;
      tail = text.slice(-longest);
    }
  } catch (error) {
    // A running server and its database remove files during the search.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return null;
}
