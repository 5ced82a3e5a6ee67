import { emailAddress } from "#shared/text/text.ts";
import { listAdmins } from "#server/accounts/account-store.ts";
import {
  addAdmin,
  removeAdmin,
  type CommandOutcome,
} from "#server/account-management/change-admins.ts";
import { removeDemo } from "#server/demo/remove-demo.ts";
import { loadConfig, type Config } from "#server/platform/config/config.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { openDatabase, requireDatabase } from "#server/platform/database/open-database.ts";
import { erasePayer } from "#simulators/payment-provider/state/erase-payer-store.ts";
import type { Deps } from "#server/deps.ts";

const usage = `Usage:
  npm run admin -- add EMAIL      make the account an admin, or create one (its password is shown once)
  npm run admin -- remove EMAIL   remove the admin role
  npm run admin -- list           list the admins
  npm run admin -- remove-demo    remove the demo's accounts and cars from this database`;

/** `admin`: manages the admins from the command line. Returns the exit code: 1 if nothing was done. */
export async function runAdmin(argv: string[]): Promise<number> {
  const command = readCommand(argv);
  if (command === null) {
    console.error(usage);
    return 1;
  }
  // The first admin of a new shop may be added before its first start. All else has nothing to do then.
  const config = loadConfig(process.env);
  if (argv[0] !== "add") requireDatabase(config);
  const { done, message } = await withDatabase(config, command);
  (done ? console.log : console.error)(message);
  return done ? 0 : 1;
}

type Command = (deps: Pick<Deps, "db" | "config" | "erasePayer">) => Promise<CommandOutcome>;

function readCommand([name, text, ...rest]: string[]): Command | null {
  if (name === "list" && text === undefined) return list;
  if (name === "remove-demo" && text === undefined) return removeDemo;
  const email = emailAddress.safeParse(text);
  if (!email.success || rest.length > 0) return null;
  if (name === "add") return (deps) => addAdmin(deps, email.data);
  if (name === "remove") return (deps) => removeAdmin(deps, email.data);
  return null;
}

async function list({ db }: Pick<Deps, "db">): Promise<CommandOutcome> {
  const admins = await listAdmins(db);
  return {
    done: true,
    message: admins.length === 0 ? "There are no admins yet." : admins.join("\n"),
  };
}

async function withDatabase(config: Config, command: Command): Promise<CommandOutcome> {
  const server = await openDatabase(config, (line) => console.error(line));
  try {
    await migrate(server.directUrl);
    const { db, pool } = connectDatabase(server.directUrl, 2);
    try {
      return await command({ db, config, erasePayer });
    } finally {
      await pool.end();
    }
  } finally {
    await server.close();
  }
}
