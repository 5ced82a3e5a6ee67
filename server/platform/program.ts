import path from "node:path";
import { fileURLToPath } from "node:url";

let url: URL | null = null;

/** Says where the built program is. Called by its entry. */
export function setProgramUrl(entry: string): void {
  // In tests and during development, the entry is a source file, which Node cannot run as a thread.
  url = entry.endsWith(".js") ? new URL(entry) : null;
}

/** The built program, to run it again in a thread; null if it was not built. */
export const programUrl = (): URL | null => url;

let command: string[] | null = null;

/** Tests run a bundle of one command, which starts sooner than the sources. @internal */
export function setCommandProgram(file: string): void {
  command = [file];
}

/** Node's arguments for a command of this program in a process of its own: of the built one, or of its sources. */
export function commandArguments(name: string): string[] {
  if (url) return [fileURLToPath(url), name];
  return [...(command ?? ["--import", "tsx", path.resolve("server", "main.ts")]), name];
}
