/** Why an import cannot start, in one line for the operator. No row was written. */
export class ImportError extends Error {
  override name = "ImportError";
  /** 1: a file, column or seller does not exist, or the file cannot be read. 2: the command is wrong. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
