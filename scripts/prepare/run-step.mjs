import { spawn } from "node:child_process";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

const patienceMs = 5_000;

/**
 * Runs a command that may take a while and shows progress: a spinner on a terminal, otherwise a line
 * every ten seconds. Prints the command's output only if it fails. The command ends with this process.
 * @param {string} title what the command does, for example "Building the shop"
 * @param {string} command
 * @param {string[]} args
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {string} [options.cwd]
 * @param {(pid: number) => void} [options.noteChild]
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function runStep(title, command, args, { env = process.env, cwd, noteChild } = {}) {
  const began = Date.now();
  const seconds = () => ((Date.now() - began) / 1000).toFixed(0);
  const finish = showProgress(title, seconds);
  const child = spawn(command, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
  if (child.pid) noteChild?.(child.pid);
  const letGo = endWithThisProcess(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  }
  const code = await new Promise((resolve) => {
    child.on("error", (error) => {
      output += error.message;
      resolve(1);
    });
    child.on("close", (exitCode) => resolve(exitCode ?? 1));
  });
  letGo();
  finish(code === 0 ? `${title}: done in ${seconds()} s` : `${title}: failed after ${seconds()} s`);
  if (code !== 0) console.error(output.trimEnd());
  if (code !== 0 && /ENOSPC|no space left on device/i.test(output))
    console.error(
      `No space is left on the disk of ${cwd ?? process.cwd()}. Free some, then start again (docs/operations/when-something-fails.md, "Common start errors").`,
    );
  return code === 0;
}

/** SIGKILL cannot be caught: the next start ends what it left (with-lock.mjs). */
function endWithThisProcess(child) {
  const kill = () => child.kill("SIGKILL");
  const onSignal = (signal) => {
    child.on("exit", () => process.exit(EXIT_CODES[signal]));
    child.kill("SIGTERM");
    // npm may first unpack what it has begun, which takes minutes on a busy machine.
    setTimeout(kill, patienceMs);
  };
  process.on("exit", kill);
  for (const signal of Object.keys(EXIT_CODES)) process.on(signal, onSignal);
  return () => {
    process.off("exit", kill);
    for (const signal of Object.keys(EXIT_CODES)) process.off(signal, onSignal);
  };
}

function showProgress(title, seconds) {
  if (!process.stdout.isTTY) {
    console.log(`${title} …`);
    const timer = setInterval(() => console.log(`${title} … ${seconds()} s`), 10_000);
    return (lastLine) => {
      clearInterval(timer);
      console.log(lastLine);
    };
  }
  let frame = 0;
  const timer = setInterval(() => {
    frame += 1;
    process.stdout.write(`\r${FRAMES[frame % FRAMES.length]} ${title} … ${seconds()} s`);
  }, 100);
  return (lastLine) => {
    clearInterval(timer);
    process.stdout.write(`\r\u001b[2K${lastLine}\n`);
  };
}
