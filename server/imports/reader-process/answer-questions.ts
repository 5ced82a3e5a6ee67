import { createInterface } from "node:readline";
import { deserialize } from "node:v8";
import { ImportError } from "../import-error.ts";
import { watchLimits } from "./watch-limits.ts";

/** What the process can be asked, by name. Each answer is plain data. */
export type Answers = Record<string, (input: never) => AsyncIterable<unknown>>;

/** The first character of a line of an answer. */
export const marks = { value: "+", end: ".", error: "!" } as const;

/** An error of an answer as it is passed on. */
export type PassedError =
  | { kind: "import"; message: string; exitCode: 1 | 2 }
  | { kind: "tooHeavy" }
  | { kind: "fault"; message: string; code: string | null; stack: string };

/**
 * The process that reads files: answers the questions of its standard input until that ends, one after another. Returns
 * the exit code.
 */
export async function answerQuestions(answers: Answers, argv: readonly string[]): Promise<number> {
  watchLimits(JSON.parse(argv[0]!) as Parameters<typeof watchLimits>[0]);
  const output = createOutput();
  for await (const line of createInterface({ input: process.stdin })) {
    const { question, input } = deserialize(Buffer.from(line, "base64")) as {
      question: string;
      input: never;
    };
    try {
      for await (const value of answers[question]!(input))
        await output.write(`${marks.value}${JSON.stringify(value)}\n`);
      await output.write(`${marks.end}\n`);
    } catch (error) {
      await output.write(`${marks.error}${JSON.stringify(passedOn(error))}\n`);
    }
    await output.flush();
  }
  return 0;
}

function passedOn(error: unknown): PassedError {
  if (error instanceof ImportError)
    return { kind: "import", message: error.message, exitCode: error.exitCode };
  // A text, list or map that V8 cannot make larger, or too many nested calls.
  if (error instanceof RangeError) return { kind: "tooHeavy" };
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  return { kind: "fault", message, code, stack };
}

const pieceLength = 64 * 1_024;

/** Writes lines in larger pieces, and waits until they are taken. */
function createOutput() {
  let piece = "";
  const flush = () => {
    const written = piece;
    piece = "";
    return new Promise<void>((resolve, reject) => {
      process.stdout.write(written, (error) => (error ? reject(error) : resolve()));
    });
  };
  return {
    flush,
    async write(line: string): Promise<void> {
      piece += line;
      if (piece.length >= pieceLength) await flush();
    },
  };
}
