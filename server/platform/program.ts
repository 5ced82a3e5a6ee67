let url: URL | null = null;

/** Says where the built program is. Called by its entry. */
export function setProgramUrl(entry: string): void {
  // In tests and during development, the entry is a source file, which Node cannot run as a thread.
  url = entry.endsWith(".js") ? new URL(entry) : null;
}

/** The built program, to run it again in a thread; null if it was not built. */
export const programUrl = (): URL | null => url;
