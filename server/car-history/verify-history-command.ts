import { parseArgs } from "node:util";
import { formatNumber } from "#shared/text/format-number.ts";
import { listDetails } from "#server/audit/public.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { openDatabase, requireDatabase } from "#server/platform/database/open-database.ts";
import type { Head } from "./car-history-store.ts";
import { verifyHistory } from "./verify-history.ts";

const usage = `Usage: npm run verify-history [-- --head POSITION:HASH]…
  reads the history of all cars, computes its chain of hashes again, and names the first row that is wrong
  --head POSITION:HASH   an end of the chain that you wrote down earlier (GET /api/history/head), or "POSITION:HASH
                         MOMENT" of a daily email (HISTORY_HEAD_EMAIL); the chain must still pass through it. Those in the audit log are always compared.`;

/** `verify-history`. Returns the exit code: 0 unbroken, 1 broken, 2 wrong command. */
export async function runVerifyHistory(argv: string[]): Promise<number> {
  const given = readCommand(argv);
  if (given === null) {
    console.error(usage);
    return 2;
  }
  const config = loadConfig(process.env);
  requireDatabase(config);
  const server = await openDatabase(config, (line) => console.error(line));
  try {
    const { db, pool } = connectDatabase(server.directUrl, 2);
    try {
      await migrate(server.directUrl);
      const heads = [...headsOf(await listDetails(db, "history.head")), ...given];
      const result = await verifyHistory(db, heads);
      if (result.broken === null) {
        const { position, hash } = result.head;
        const ends = heads.length === 1 ? "end" : "ends";
        const compared = `compared with ${formatNumber(heads.length)} earlier ${ends}`;
        console.log(`The history is unbroken: ${formatNumber(position)} events, ${compared}.`);
        console.log(`Its end: ${position}:${hash.toString("hex")}`);
        return 0;
      }
      console.error(`The history is broken. ${result.broken}`);
      return 1;
    } finally {
      await pool.end();
    }
  } finally {
    await server.close();
  }
}

function readCommand(argv: string[]): Head[] | null {
  try {
    const { values } = parseArgs({
      args: argv,
      options: { head: { type: "string", multiple: true, default: [] } },
    });
    const heads = values.head.map(parseHead);
    return heads.every((head) => head !== null) ? heads : null;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return null;
  }
}

function parseHead(text: string): Head | null {
  const [, position, hash] =
    /^\s*(\d{1,15}):([0-9a-f]{64})(?:\s+[\d.:TZ-]+)?\s*$/i.exec(text) ?? [];
  return position && hash ? { position: Number(position), hash: Buffer.from(hash, "hex") } : null;
}

/** The ends of the chain in the details of audit entries. */
function headsOf(details: Record<string, unknown>[]): Head[] {
  return details.flatMap(({ position, hash }) =>
    typeof position === "number" && typeof hash === "string"
      ? [{ position, hash: Buffer.from(hash, "hex") }]
      : [],
  );
}
