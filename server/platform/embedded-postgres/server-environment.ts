// What PostgreSQL's programs need from the system: where to find programs and libraries, and where to put temporary
// files. The second line is for Windows, where no program starts without most of these.
const passedOn = new Set([
  ...["PATH", "LD_LIBRARY_PATH", "TMPDIR", "TZDIR"],
  ...["SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "TEMP", "TMP"],
]);

/**
 * The environment of PostgreSQL's programs: an allowlist. The server outlives us and may run as another user, who can
 * read its environment, so neither the shop's secrets nor the operator's PG* settings belong there.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => passedOn.has(name.toUpperCase()));
  return { ...Object.fromEntries(entries), LC_ALL: "C" };
}
