/**
 * Why a database cannot be used, and what to do, in one line that names the setting. It has the host, never the
 * password.
 */
export function explainConnection(setting: string, url: string, error: unknown): string {
  const { code, message } = readError(error);
  const { host } = new URL(url);
  const about = (advice: string) => `${setting} cannot be used: ${message.trim()}. ${advice}`;
  const create =
    'Correct it, or create the user and the database: docs/operations/install.md, "With your own PostgreSQL".';
  if (/unsupported startup parameter/.test(message))
    return `${setting} leads to a connection pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the address of the same database without it (docs/operations/install.md, "Databases").`;
  if (/does not support SSL/i.test(message))
    return about("Turn on TLS at the server, or remove sslmode from the URL.");
  if (code === "28000" && /no encryption/.test(message))
    return about("The server may require TLS: add ?sslmode=verify-full to the URL.");
  // PgBouncer's words for a wrong password, user or database.
  if (/^(SASL authentication failed|password auth|no such (user|database))/.test(message))
    return about(create);
  if (code === "28P01" || code === "28000" || code === "3D000") return about(create);
  if (code === "ENOENT")
    return about("The files that the URL names must exist and be readable by the shop's user.");
  if (/CERT|SIGNATURE|ISSUER|^ERR_TLS|^ERR_SSL/.test(code))
    return about(
      "The server's certificate must be valid for the URL's host name. For a certificate authority of your own, add sslrootcert=FILE to the URL.",
    );
  if (code === "53300")
    return about("The server has no free connection: raise max_connections, or end other clients.");
  if (code === "57P03") return about("The server is not ready yet. Start again in a moment.");
  // Errors of PostgreSQL have five characters, those of the network have names.
  if (/^[0-9A-Z]{5}$/.test(code)) return about("Correct it (docs/configuration.md).");
  return `${setting}: no PostgreSQL can be reached at ${host} (${code || message}). Start it, or correct the address.`;
}

function readError(error: unknown): { code: string; message: string } {
  // Node tries all addresses of a name, and reports each.
  const one: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(one instanceof Error)) return { code: "", message: String(one) };
  return { code: "code" in one ? String(one.code) : "", message: one.message };
}
