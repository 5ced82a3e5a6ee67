// What PostgreSQL needs from the system: paths of programs, libraries and temporary files. The second line is for
// Windows, where programs do not start without most of these.
const allowed = new Set([
  "PATH",
  "LD_LIBRARY_PATH",
  "TMPDIR",
  "TZDIR",
  "SYSTEMROOT",
  "SYSTEMDRIVE",
  "WINDIR",
  "COMSPEC",
  "PATHEXT",
  "TEMP",
  "TMP",
]);

/**
 * The environment of PostgreSQL's programs, by an allowlist. The server can outlive us and run as another user, who can
 * read its environment, so it must contain neither the shop's secrets nor the operator's PG* settings.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => allowed.has(name.toUpperCase()));
  return { ...Object.fromEntries(entries), LC_ALL: "C" };
}
