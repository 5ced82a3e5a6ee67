import { emailAddress } from "#shared/text/text.ts";
import { listAdmins } from "#server/accounts/account-store.ts";
import {
  addAdmin,
  removeAdmin,
  type CommandOutcome,
} from "#server/account-management/change-admins.ts";
import { removeDemo } from "#server/demo/remove-demo.ts";
import { loadConfig, type Config } from "#server/platform/config/config.ts";
import { connectDatabase, type Database } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { openDatabase } from "#server/platform/database/open-database.ts";

const usage = `Usage:
  npm run admin -- add EMAIL      make this account an admin (or a new one, with a password shown once)
  npm run admin -- remove EMAIL   make an admin what they were before
  npm run admin -- list           who is an admin
  npm run admin -- remove-demo    remove the demo's accounts and cars from these data`;

/** `admin`: who runs the shop, from the command line. Answers the exit code: 1 where nothing could be done. */
export async function runAdmin(argv: string[]): Promise<number> {
  const command = readCommand(argv);
  if (command === null) {
    console.error(usage);
    return 1;
  }
  const { done, message } = await withDatabase(command);
  (done ? console.log : console.error)(message);
  return done ? 0 : 1;
}

type Command = (deps: { db: Database; config: Config }) => Promise<CommandOutcome>;

function readCommand([name, text, ...rest]: string[]): Command | null {
  if (name === "list" && text === undefined) return list;
  if (name === "remove-demo" && text === undefined) return removeDemo;
  const email = emailAddress.safeParse(text);
  if (!email.success || rest.length > 0) return null;
  if (name === "add") return (deps) => addAdmin(deps, email.data);
  if (name === "remove") return (deps) => removeAdmin(deps, email.data);
  return null;
}

async function list({ db }: { db: Database }): Promise<CommandOutcome> {
  const admins = await listAdmins(db);
  return {
    done: true,
    message: admins.length === 0 ? "There is no admin yet." : admins.join("\n"),
  };
}

async function withDatabase(command: Command): Promise<CommandOutcome> {
  const config = loadConfig(process.env);
  const server = await openDatabase(config, (line) => console.error(line));
  try {
    await migrate(server.connectionString);
    const { db, pool } = connectDatabase(server.connectionString, 2);
    return await command({ db, config }).finally(() => pool.end());
  } finally {
    await server.close();
  }
}
