import { DrizzleQueryError } from "drizzle-orm";

/**
 * PostgreSQL's codes that say nothing about the statement: a lost connection, a server that stops or starts, or lacks
 * space on its disk (53100), memory (53200) or a free connection (53300), an error of its disk (58030), a refused login
 * (28), a missing database (3D000) or one that takes no connections (55000), a transaction that was ended because it
 * took too long (25P03, 25P04), a former primary that has become a standby, and a statement that exceeded
 * `statement_timeout` or `lock_timeout` (PostgreSQL, appendix A). The severity would say `FATAL` for those that end the
 * connection, but servers translate it (`lc_messages`).
 */
const codes = /^(08...|28...|3D000|25P0[34]|57P0[1-5]|53[123]00|55000|58030|25006|57014|55P03)$/;
/**
 * A server whose disk has become read-only or is gone says that it may not open its files or that they do not exist, as
 * if the statement were to blame. Its source file says that they are its own: a missing right is found in aclchk.c
 * (PostgreSQL, errcode_for_file_access in elog.c).
 */
const fileCodes = /^(42501|58P01|XX000)$/;
const storageFiles = /^(md|fd|slru|buffile|relmapper|xlog)\.c$/;
/** Node's codes of a connection that failed. */
const socketCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Errors of the client, which have no code. */
const messages =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client (was closed|has encountered a connection error))/;

/**
 * Whether an error means that the database could not be reached or gave up the connection, so that the same call may
 * succeed in a moment. A write may have been committed nevertheless.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  // Causes of other errors may come from other servers.
  if (error instanceof DrizzleQueryError) return isDatabaseUnavailable(error.cause);
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const { code, file } = error as { code?: unknown; file?: unknown };
  if (typeof code !== "string") return messages.test(error.message);
  if (fileCodes.test(code)) return typeof file === "string" && storageFiles.test(file);
  return codes.test(code) || socketCodes.test(code);
}
