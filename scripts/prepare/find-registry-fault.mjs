import { spawn } from "node:child_process";
import { npmCommand, npmEnvironment } from "./npm-command.mjs";

const answerMs = 8_000;
const longestMs = 12_000;

/**
 * Asks npm to reach its registry, with its own settings and proxies. Otherwise npm tries for minutes before it says
 * which address it cannot reach.
 * @param {string} folder where npm is to be run
 * @returns {Promise<string | null>} a sentence that names the registry, or null if it answers
 */
export async function findRegistryFault(folder) {
  const options = ["--fetch-retries=0", `--fetch-timeout=${answerMs}`];
  const ping = await runNpm(folder, ["ping", ...options]);
  const code = /npm (?:error|ERR!) code (\w+)/.exec(ping.output)?.[1] ?? "no answer";
  // A status is an answer: some registries have no ping.
  if (ping.isDone || /^E\d{3}$/.test(code)) return null;
  const { output } = await runNpm(folder, ["config", "get", "registry"]);
  return `The package registry ${withoutPassword(output.trim())} cannot be reached (${code}). Check the network, or npm's settings registry, proxy and https-proxy.`;
}

function runNpm(folder, args) {
  const [command, ...before] = npmCommand();
  const child = spawn(command, [...before, ...args], {
    cwd: folder,
    env: npmEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: longestMs,
    killSignal: "SIGKILL",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ isDone: false, output: error.message }));
    child.on("close", (exitCode) => resolve({ isDone: exitCode === 0, output }));
  });
}

function withoutPassword(registry) {
  return registry.replace(/\/\/[^/@]*@/, "//");
}
