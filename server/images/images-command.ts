import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { ConfigError, loadConfig } from "#server/platform/config/config.ts";
import { looksLikePlace } from "#server/platform/config/place-address.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { openDatabase, requireDatabase } from "#server/platform/database/open-database.ts";
import { copyImages, type CopyCounts } from "./copy-images.ts";
import { ImageStoreError, type ImageStore } from "./storage/image-storage.ts";
import { openImageStore, openStoreAt } from "./storage/open-image-store.ts";
import { verifyImages } from "./verify-images.ts";

const usage = `Usage:
  npm run images -- copy FROM TO [--dry-run] [--fast]
  npm run images -- verify [STORE]

FROM, TO and STORE are folders (/…, ./… or ../…) or s3:// URLs as in IMAGE_STORE_URL. Without STORE, the shop's own store is verified.
  --dry-run   compare the stores and write nothing
  --fast      trust the hashes that TO recorded, instead of reading every file that is already there`;

/** Images between two lines about the progress. */
const imagesPerLine = 100;

/**
 * `images`: copies images between stores, or verifies the shop's. Both can run while the shop is open.
 * @returns the exit code: 0 done, 1 some images are missing or damaged, or a store failed, 2 wrong command, 130 stopped
 */
export async function runImages(argv: string[]): Promise<number> {
  const command = readCommand(argv);
  if (command === null) {
    console.error(usage);
    return 2;
  }
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    const isWhole = await command(stop.signal);
    return stop.signal.aborted ? 130 : isWhole ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ImageStoreError)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

/** Returns whether everything is right. */
type Command = (stop: AbortSignal) => Promise<boolean>;

function readCommand(argv: string[]): Command | null {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { "dry-run": { type: "boolean" }, fast: { type: "boolean" } },
    });
    const [name, first, second, ...rest] = positionals;
    const isDryRun = values["dry-run"] ?? false;
    const isFast = values.fast ?? false;
    if (rest.length > 0) return null;
    const wrong = [first, second].find((word) => word !== undefined && !looksLikePlace(word));
    if (wrong !== undefined) {
      console.error(`“${wrong}” is not a store. A folder begins with /, ./ or ../: ./${wrong}`);
      return null;
    }
    if (name === "copy" && first && second && first !== second)
      return (stop) => copy(first, second, { isDryRun, isFast, stop });
    if (name === "verify" && second === undefined && !isDryRun && !isFast)
      return (stop) => verify(first, stop);
    return null;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return null;
  }
}

async function copy(
  source: string,
  target: string,
  { isDryRun, isFast, stop }: { isDryRun: boolean; isFast: boolean; stop: AbortSignal },
): Promise<boolean> {
  if (!/^s3:/i.test(source) && !existsSync(source))
    throw new ConfigError(`There is no folder ${source}.`);
  const from = await openStoreAt(source, true);
  const to = await openStoreAt(target, true);
  if (from.name === to.name) throw new ConfigError("FROM and TO are the same store.");
  try {
    if (!isDryRun) await to.check();
    const counts = await copyImages({
      from,
      to,
      isDryRun,
      isFast,
      stop,
      onFailure: (line) => console.error(line),
      onProgress: (now) => {
        if (now.images % imagesPerLine === 0) console.log(describe(now, isDryRun));
      },
    });
    console.log(`${stop.aborted ? "Stopped" : "Done"}: ${describe(counts, isDryRun)}`);
    if (stop.aborted) console.log("The same command continues.");
    return counts.failed === 0;
  } finally {
    from.close();
    to.close();
  }
}

function describe(counts: CopyCounts, isDryRun: boolean): string {
  const { images, copied, repaired, right, failed } = counts;
  const verb = isDryRun ? "to copy" : "copied";
  const repairs = repaired > 0 ? ` (${repaired} of them to replace other content)` : "";
  return `${images} images: ${copied} files ${verb}${repairs}, ${right} already there, ${failed} failed`;
}

async function verify(store: string | undefined, stop: AbortSignal): Promise<boolean> {
  const config = loadConfig(process.env);
  requireDatabase(config);
  const images: ImageStore = store ? await openStoreAt(store, true) : await openImageStore(config);
  const server = await openDatabase(config, (line) => console.error(line));
  try {
    const { db, pool } = connectDatabase(server.directUrl, 2);
    try {
      const counts = await verifyImages({
        db,
        images,
        stop,
        onProblem: (line) => console.error(line),
        onProgress: ({ images: done }) => {
          if (done % imagesPerLine === 0) console.log(`${done} images`);
        },
      });
      const what = `${counts.images} images in ${images.name}, ${counts.files} files`;
      console.log(`${stop.aborted ? "Stopped" : "Verified"}: ${what}, ${counts.problems} problems`);
      return counts.problems === 0;
    } finally {
      await pool.end();
    }
  } finally {
    images.close();
    await server.close();
  }
}
