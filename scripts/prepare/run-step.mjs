import { spawn } from "node:child_process";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/**
 * Runs a command that may take a while and shows progress: a spinner on a terminal, otherwise a line
 * every ten seconds. Prints the command's output only if it fails.
 * @param {string} title what the command does, for example "Building the shop"
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function runStep(title, command, args, env = process.env) {
  const began = Date.now();
  const seconds = () => ((Date.now() - began) / 1000).toFixed(0);
  const finish = showProgress(title, seconds);
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
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
  finish(code === 0 ? `${title}: done in ${seconds()} s` : `${title}: failed after ${seconds()} s`);
  if (code !== 0) console.error(output.trimEnd());
  return code === 0;
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
