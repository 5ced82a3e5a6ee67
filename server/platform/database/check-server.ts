import pg from "pg";
import { ConfigError } from "#server/platform/config/config.ts";
import { explainConnection } from "./explain-connection.ts";

type Setting = "DATABASE_URL" | "DATABASE_DIRECT_URL";
type Urls = { DATABASE_URL: string; DATABASE_DIRECT_URL?: string | undefined };

/** The version that the operator's server needs at least (docs/configuration.md). */
const oldestMajor = 15;

/**
 * Connects to the operator's database and checks what the shop needs of the server, before anything is written.
 * @throws ConfigError that names the setting and what to do
 */
export async function checkServer(urls: Urls): Promise<void> {
  const { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct = pooled } = urls;
  const setting = urls.DATABASE_DIRECT_URL ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
  const facts = await readFacts(setting, direct, { isDirect: true });
  if (facts.major < oldestMajor)
    throw new ConfigError(
      `${setting}: the server is PostgreSQL ${facts.major}, and the shop needs ${oldestMajor} or newer.`,
    );
  if (facts.encoding !== "UTF8")
    throw new ConfigError(
      `${setting}: the database ${facts.name} has the encoding ${facts.encoding}, and the shop needs UTF8: create database … encoding 'UTF8' template template0.`,
    );
  if (pooled === direct) return;
  const other = await readFacts("DATABASE_URL", pooled, { isDirect: false });
  if (
    other.name !== facts.name ||
    (other.server ?? facts.server) !== (facts.server ?? other.server)
  )
    throw new ConfigError(
      "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. They must be one database, with and without the pooler.",
    );
}

type Facts = { major: number; encoding: string; name: string; server: string | null };

async function readFacts(
  setting: Setting,
  url: string,
  { isDirect }: { isDirect: boolean },
): Promise<Facts> {
  let client: pg.Client | undefined;
  try {
    // A pooler refuses the limit, which the shop's own connections have, too (connectDatabase).
    const limits = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 };
    const options = isDirect ? { ...limits, statement_timeout: 10_000 } : limits;
    client = new pg.Client({ connectionString: url, ...options });
    client.on("error", () => undefined);
    await client.connect();
    const { rows } = await client.query<Omit<Facts, "server">>(`
      select current_setting('server_version_num')::int / 10000 as major,
        current_setting('server_encoding') as encoding, current_database() as name`);
    return { ...rows[0]!, server: await readServer(client) };
  } catch (error) {
    throw new ConfigError(explainConnection(setting, url, error), { cause: error });
  } finally {
    // Not awaited: a server that has stopped responding would never confirm it.
    client?.end().catch(() => undefined);
  }
}

/** What tells the server from others, and its standbys do not: null if the user may not read it. */
async function readServer(client: pg.Client): Promise<string | null> {
  try {
    const { rows } = await client.query<{ id: string }>(
      "select system_identifier::text as id from pg_control_system()",
    );
    return rows[0]!.id;
  } catch (error) {
    // 42501 insufficient_privilege.
    if ((error as { code?: string }).code === "42501") return null;
    throw error;
  }
}
