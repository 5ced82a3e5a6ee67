import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { accountTable } from "#server/accounts/account-table.ts";
import {
  connectDatabase,
  type Database,
  type OpenDatabase,
} from "#server/platform/database/database.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";

/** What a test of the import command uses; new for each test, apart from the database. */
export type CommandShop = {
  db: Database;
  /** Where the command runs, with the data folder `data` in it. */
  folder: string;
  /** The lines that the command has printed. */
  output: string[];
  seller: { id: string; email: string };
  /** Adds another seller. */
  addSeller: () => Promise<CommandShop["seller"]>;
};

/** A shop in US dollars for the tests of a file that run the import command. Registers the hooks that it needs. */
export function commandShop(): CommandShop {
  const shop = { addSeller } as CommandShop;
  let database: TestDatabase;
  let open: OpenDatabase;

  async function addSeller() {
    const id = randomUUID();
    const seller = { id, email: `seller-${id}@marque.example` };
    await open.db
      .insert(accountTable)
      .values({ ...seller, name: "Seller", role: "Seller", location: "Leeds", phone: "+44 1" });
    return seller;
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    open = connectDatabase(database.url, 2);
    shop.db = open.db;
  });
  afterAll(async () => {
    await open.pool.end();
    await database.drop();
  });
  beforeEach(async () => {
    shop.folder = mkdtempSync(path.join(tmpdir(), "marque-import-"));
    shop.output = [];
    const print = (line: unknown) => void shop.output.push(String(line));
    vi.spyOn(console, "log").mockImplementation(print);
    vi.spyOn(console, "error").mockImplementation(print);
    for (const [name, value] of Object.entries({
      DATABASE_URL: database.url,
      DEMO: "1",
      CURRENCY: "USD",
      DATA_DIR: path.join(shop.folder, "data"),
      INIT_CWD: shop.folder,
    }))
      vi.stubEnv(name, value);
    shop.seller = await addSeller();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(shop.folder, { recursive: true, force: true });
  });
  return shop;
}
