import { BackupError, explainSystemError } from "./backup-error.ts";

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
    const known = explainSystemError(error, "This machine");
    if (known instanceof BackupError) {
      console.error(known.message);
      return 1;
    }
    if (isWrongOption(error)) {
      console.error(`${error.message.split(". ")[0]}.\n${usage}`);
      return 2;
    }
    if (isUnreachable(error)) {
      console.error(`The database cannot be reached (${error.code}). Is it running?`);
      return 1;
    }
    throw error;
  }
}

function isWrongOption(error: unknown): error is Error {
  return (
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_")
  );
}

function isUnreachable(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    "code" in error &&
    ["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH", "ETIMEDOUT", "28P01", "3D000"].includes(
      String(error.code),
    )
  );
}
