/**
 * Why a backup or a restore did not work, in sentences that say what to do. What is stored fails in two ways:
 * - What was changed or is missing stays so (DamageError).
 * - What cannot be read may be readable later. It is read again after a look at the place (`readAgain`), which fails
 *   instead if the place is away. If one file still cannot be read, it counts as damaged (UnreadableError).
 *
 * Then the caller decides. What writes the file again takes it for lost. What could lose data refuses, and names the file and
 * the way on. One of many files, such as an image, is left out, counted and reported.
 */
export class BackupError extends Error {
  override name = "BackupError";
}

/** What was stored is missing, cannot be read, or is not what was written. */
export class DamageError extends BackupError {}

/** The disk cannot read what is stored, or not put anything in its place. */
export class UnreadableError extends DamageError {}

/** Handles an error by returning null if what was read is damaged. A place that cannot be reached is not. */
export function nullIfDamaged(error: unknown): null {
  if (error instanceof DamageError) return null;
  throw error;
}

/** Whether reading it once more is of no use. */
export function isChanged(error: unknown): boolean {
  return error instanceof DamageError && !(error instanceof UnreadableError);
}

/**
 * Waits for a check that a person may overrule.
 * @param warn gets what it refuses; null: it is not overruled
 * @throws what it refuses if it is not overruled
 */
export async function refuseOrWarn(
  check: Promise<void>,
  warn: ((line: string) => void) | null,
): Promise<void> {
  try {
    await check;
  } catch (error) {
    if (!warn || !(error instanceof BackupError)) throw error;
    warn(`Warning: ${error.message}`);
  }
}

const badDisk = "the disk reports errors: choose another disk";
const noServer = "its server does not answer: check the network, and mount it again";
const noDisk = "the disk is gone: connect it, and mount it again";

// Errors of the system that the operator can fix.
const explanations: Record<string, string> = {
  ENOSPC: "there is no space left on the disk: free some space and run it again",
  EDQUOT: "the disk quota is used up: free some space and run it again",
  EROFS: "the disk is read-only: mount it for writing or choose another place",
  EACCES: "this user has no access there: give it access or choose another place",
  EPERM: "this user has no access there: give it access or choose another place",
  ENOTDIR: "it is a file, not a folder: choose another place",
  EIO: badDisk,
  EUCLEAN: badDisk,
  EBADMSG: badDisk,
  ESTALE: noServer,
  ENOTCONN: noServer,
  EHOSTDOWN: noServer,
  EHOSTUNREACH: noServer,
  ETIMEDOUT: noServer,
  ENXIO: noDisk,
  ENODEV: noDisk,
};

/** Turns an error of the system into a BackupError that names the place. Other errors stay as they are. */
export function explainSystemError(error: unknown, place: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const explanation = explanations[code];
  return explanation ? new BackupError(`${place}: ${explanation} (${code}).`) : error;
}
