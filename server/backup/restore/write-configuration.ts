import { rm, writeFile } from "node:fs/promises";
import path from "node:path";

const origin = "# Written by npm run restore. The backup's own configuration is not used.\n";

// What initdb writes, as far as it differs from PostgreSQL's defaults and the program does not set it at each start.
const files: Record<string, string> = {
  "postgresql.conf": `${origin}datestyle = 'iso, mdy'
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
default_text_search_config = 'pg_catalog.english'
`,
  "postgresql.auto.conf": origin,
  "pg_hba.conf": `${origin}host all all 127.0.0.1/32 scram-sha-256
host all all ::1/128 scram-sha-256
host replication all 127.0.0.1/32 scram-sha-256
host replication all ::1/128 scram-sha-256
`,
  "pg_ident.conf": origin,
};

/**
 * Writes the whole configuration of a restored database, so that nothing in a backup decides what its server does.
 * @param own gives a file to the server's user
 */
export async function writeConfiguration(
  dataDir: string,
  own: (file: string) => Promise<void>,
): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeOwned(dataDir, name, text, own);
  await rm(path.join(dataDir, "standby.signal"), { force: true });
  await writeOwned(dataDir, "recovery.signal", "", own);
}

async function writeOwned(
  dataDir: string,
  name: string,
  text: string,
  own: (file: string) => Promise<void>,
): Promise<void> {
  const file = path.join(dataDir, name);
  await writeFile(file, text, { mode: 0o600 });
  await own(file);
}
