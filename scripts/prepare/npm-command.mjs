/** The npm that runs this script, or else the one on the PATH. */
export function npmCommand() {
  const own = process.env.npm_execpath;
  if (own?.endsWith(".js")) return [process.execPath, own];
  return [process.platform === "win32" ? "npm.cmd" : "npm"];
}

/** The environment for npm in another folder: without what the npm that runs this script says about its own. */
export function npmEnvironment() {
  const isOfRun = (name) => /^(npm_(config_local_prefix|package_|lifecycle_)|INIT_CWD$)/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfRun(name)));
}
