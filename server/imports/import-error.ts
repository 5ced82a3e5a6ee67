/** Why an import cannot begin or go on, in one line for the person at the terminal. Nothing of the file was written. */
export class ImportError extends Error {
  override name = "ImportError";
  /** 1: the world is not as said (no such file, no such seller). 2: the command itself is wrong. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
