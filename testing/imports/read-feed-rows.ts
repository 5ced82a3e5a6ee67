import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FeedCar, SourceFacts } from "#server/imports/facts/feed-car.ts";
import { inspectFeed } from "#server/imports/inspect-feed.ts";
import { readCommand } from "#server/imports/command/read-command.ts";
import { readFeed } from "#server/imports/read-feed.ts";
import { unpackFeeds } from "#server/imports/files/unpack-feeds.ts";

export type ReadFeedRow = {
  line: number;
  car?: FeedCar;
  source?: SourceFacts;
  /** What was left out, or why the row was refused: "column: reason". */
  notes: string[];
  kind?: string;
};

/**
 * The rows of feeds as they were understood, on 1 June 2026.
 *
 * @param files by name; a file named "map.json" is for --map
 */
export async function readFeedRows(
  files: Record<string, string | Buffer>,
  options: string,
): Promise<ReadFeedRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "marque-read-feed-"));
  try {
    for (const [name, content] of Object.entries(files))
      writeFileSync(path.join(folder, name), content);
    const feeds = Object.keys(files).filter((name) => name !== "map.json");
    const given = options ? options.split(" ") : [];
    const command = readCommand([...feeds, ...given, "--seller", "a@marque.example"], folder);
    const rows: ReadFeedRow[] = [];
    for (const { file, name } of await unpackFeeds(command.files, folder)) {
      const feed = await inspectFeed(file, command.options, name);
      const now = new Date("2026-06-01");
      for await (const { line, read } of readFeed(feed, command.options, now)) {
        const remarks = "car" in read ? [...read.leftOut, ...read.sourceLeftOut] : read.faults;
        const notes = remarks.map(({ column, reason }) => `${column}: ${reason}`);
        rows.push(
          "car" in read
            ? { line, car: read.car, source: read.source, notes }
            : { line, kind: read.kind, notes },
        );
      }
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
