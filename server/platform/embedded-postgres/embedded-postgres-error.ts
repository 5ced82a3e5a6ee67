/** Why the embedded database cannot run, in one line that the operator can act on. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}
