import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { platform } from "node:os";
import type { Readable, Writable } from "node:stream";
import { serialize } from "node:v8";
import type { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import { lowerPriority } from "#server/platform/lower-priority.ts";
import { commandArguments } from "#server/platform/program.ts";
import { ImportError } from "../import-error.ts";
import { marks, type PassedError } from "./answer-questions.ts";
import { readerCommand } from "./reader-command.ts";
import { longestAnswer, TooHeavyError, type ReaderLimits } from "./reader-limits.ts";

/** A process that reads users' files for this one. */
export type Reader = {
  /**
   * Asks the next question, after the answers to the last one.
   * @throws ImportError of the process, TooHeavyError if the file ended it, or AppError timed_out if the caller is gone
   */
  ask<Value>(
    question: string,
    input: object,
    answer: z.ZodType<Value>,
  ): AsyncGenerator<Value, void, void>;
  /** Ends the process, whatever it does, and waits until it has ended. */
  end(): Promise<void>;
};

/**
 * Starts a process that reads users' bytes, which can be fatal to a parser: an endless token, a file that unpacks to
 * gigabytes, a pattern that takes hours. The process has limits of time and memory, a low priority, and no settings,
 * secrets or database. It answers in lines of JSON, so this process never decodes more at a time than a piece of its
 * pipe has. It ends with this process, with `requestSignal`, and with `end`.
 *
 * It reads whatever sellers upload, the shop fetches or `npm run import` is given, with previews, corrections and
 * archives (docs/decisions/0138-files-are-read-in-a-process-of-their-own.md).
 */
export function startReader(limits: ReaderLimits, requestSignal?: AbortSignal): Reader {
  const child = spawnReader(limits);
  const exit = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  // The process may end while it is asked. Its output then shows that it ended.
  exit.catch(() => undefined);
  child.stdin.on("error", () => undefined);
  const complaints = takeLast(child.stderr);
  let isTooHeavy = false;
  const kill = () => void child.kill("SIGKILL");
  const stop = () => {
    isTooHeavy = true;
    kill();
  };
  requestSignal?.addEventListener("abort", kill);
  if (requestSignal?.aborted) kill();
  const lines = readLines(child.stdout, limits, stop);

  async function whyEnded(): Promise<Error> {
    const [code, signal] = await exit;
    if (requestSignal?.aborted) return new AppError("timed_out");
    // A signal is that of a limit: its own watch, its heap (SIGABRT), the system's (SIGXCPU, SIGKILL) or `stop`.
    if (isTooHeavy || signal !== null) return new TooHeavyError();
    return new Error(`The process that reads files ended with ${code}: ${complaints()}`);
  }

  async function* ask<Value>(
    question: string,
    input: object,
    answer: z.ZodType<Value>,
  ): AsyncGenerator<Value, void, void> {
    child.stdin.write(`${serialize({ question, input }).toString("base64")}\n`);
    let isAnswered = false;
    try {
      for (;;) {
        const { value: some, done } = await lines.next();
        if (done) throw await whyEnded();
        for (const line of some) {
          const mark = line[0];
          if (mark === marks.value) yield answer.parse(JSON.parse(line.slice(1)));
          else isAnswered = true;
          if (mark === marks.error) throw errorOf(JSON.parse(line.slice(1)) as PassedError);
        }
        if (isAnswered) return;
      }
    } finally {
      // The rest of an answer would be taken for the next one.
      if (!isAnswered) kill();
    }
  }

  return {
    ask,
    async end() {
      requestSignal?.removeEventListener("abort", kill);
      kill();
      await exit.catch(() => undefined);
    },
  };
}

function errorOf(passed: PassedError): Error {
  switch (passed.kind) {
    case "import":
      return new ImportError(passed.message, passed.exitCode);
    case "tooHeavy":
      return new TooHeavyError();
    case "fault": {
      const error = new Error(passed.message);
      error.stack = passed.stack;
      return passed.code === null ? error : Object.assign(error, { code: passed.code });
    }
    default:
      return passed satisfies never;
  }
}

/** Variables of the environment that Node, the system or the reader need. All others may be secrets. */
const passedVariables = ["NODE_ENV", "PATH", "TZ", "SystemRoot", "TEMP", "TMPDIR", "MAKES"];

type ReaderProcess = ChildProcessByStdio<Writable, Readable, Readable>;

function spawnReader({ memoryMb, cpuSeconds }: ReaderLimits): ReaderProcess {
  const program = [
    process.execPath,
    // The rest is for the program itself, for texts and buffers outside the heap, and until the watch looks again.
    `--max-old-space-size=${Math.floor(memoryMb * 0.6)}`,
    "--v8-pool-size=1",
    ...commandArguments(readerCommand),
    JSON.stringify({ memoryMb, cpuSeconds, parent: process.pid }),
  ];
  // The system's own limit ends a process whose watch fails, too. A dump of its memory would be a gigabyte of users' data.
  const limited = `ulimit -c 0; ulimit -t ${Math.ceil(cpuSeconds) + 1}; exec "$@"`;
  const shell = "/bin/sh";
  const [file, ...args] = existsSync(shell) ? [shell, "-c", limited, "sh", ...program] : program;
  const child = spawn(file!, args, {
    env: Object.fromEntries(passedVariables.map((name) => [name, process.env[name]])),
    stdio: ["pipe", "pipe", "pipe"],
    // Away from the terminal, whose Ctrl-C is for the command: it still writes what was read.
    detached: platform() !== "win32",
    windowsHide: true,
  });
  yieldToRequests(child.pid);
  return child;
}

/** Before the shell starts the program, whose threads inherit the priority. */
function yieldToRequests(pid: number | undefined): void {
  try {
    if (pid !== undefined) lowerPriority(pid);
  } catch {
    // It may have ended at once.
  }
}

/** The lines of a process's output as they come, several at a time. Ends with the output. */
async function* readLines(
  output: Readable,
  { answerBytes, waitSeconds }: ReaderLimits,
  stop: () => void,
): AsyncGenerator<string[], void, void> {
  const pieces = output[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  let rest: Buffer[] = [];
  let restBytes = 0;
  let bytes = 0;
  let waitedMs = 0;
  const next = async () => {
    const start = performance.now();
    const timer = setTimeout(stop, Math.max(0, waitSeconds * 1_000 - waitedMs));
    try {
      return await pieces.next();
    } finally {
      clearTimeout(timer);
      waitedMs += performance.now() - start;
    }
  };
  for (;;) {
    const { value: piece, done } = await next();
    if (done) return;
    bytes += piece.length;
    restBytes += piece.length;
    if (bytes > answerBytes || restBytes > longestAnswer) {
      stop();
      return;
    }
    const end = piece.lastIndexOf(0x0a);
    if (end === -1) {
      rest.push(piece);
      continue;
    }
    const whole = Buffer.concat([...rest, piece.subarray(0, end)]).toString();
    // V8 keeps a text with one letter beyond Latin-1 in two bytes a letter.
    if (/[^\u0000-\u00ff]/.test(whole)) bytes += whole.length;
    rest = [piece.subarray(end + 1)];
    restBytes = rest[0]!.length;
    yield whole.split("\n");
  }
}

const mostComplaints = 4_000;

/** Keeps the end of a process's error output, for the log. */
function takeLast(errors: Readable): () => string {
  let last = "";
  errors.on("data", (piece: Buffer) => {
    last = (last + piece.toString()).slice(-mostComplaints);
  });
  return () => last;
}
