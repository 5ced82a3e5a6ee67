import { ConfigError } from "#server/platform/config/config.ts";
import { CommandError } from "./command-error.ts";
import { BackupError, explainSystemError } from "../backup-error.ts";
import { printMessage } from "./print-message.ts";

/** Runs a command and prints an error that the operator can act on as one message. Returns the exit code. */
export async function runToExitCode(
  argv: string[],
  usage: string,
  work: () => Promise<void>,
): Promise<number> {
  if (argv.includes("--help") || argv.includes("-h")) {
    console.log(usage);
    return 0;
  }
  try {
    await work();
    return 0;
  } catch (error) {
    const mistake = mistakeOf(error);
    if (mistake !== null) {
      printMessage(`${mistake}.\n${usage}`);
      return 2;
    }
    // Errors of files that have the same codes as those of connections name their place already.
    const advice = adviseOnDatabase(error) ?? adviseOnSystem(error);
    if (advice === null) throw error;
    printMessage(advice);
    return 1;
  }
}

/** What is wrong with the words or options of a command, without a period; null for other errors. */
function mistakeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof CommandError) return error.message;
  const code = "code" in error ? String(error.code) : "";
  return code.startsWith("ERR_PARSE_ARGS_") ? error.message.split(". ")[0]! : null;
}

function adviseOnSystem(error: unknown): string | null {
  const explained = explainSystemError(error, "This machine");
  return explained instanceof BackupError ? explained.message : null;
}

const unreachable = ["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH", "ETIMEDOUT"];
/** PostgreSQL's codes of a wrong user or password, and of a missing database. */
const refused = ["28P01", "28000", "3D000"];

/** What to do about a database that cannot be used; null for other errors. */
function adviseOnDatabase(error: unknown): string | null {
  if (error instanceof ConfigError) return error.message;
  // A failed query has the code in its cause.
  const cause = error instanceof Error && !("code" in error) ? error.cause : error;
  if (!(cause instanceof Error) || !("code" in cause)) return null;
  const code = String(cause.code);
  if (unreachable.includes(code)) return `The database cannot be reached (${code}). Is it running?`;
  if (!refused.includes(code)) return null;
  return `The database server refuses DATABASE_URL: ${cause.message}. Correct it, or create the user and the database: docs/operations/install.md, "With your own PostgreSQL".`;
}
