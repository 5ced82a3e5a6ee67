/** Why a backup or a restore did not work, in sentences that say what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** What was stored is missing, cannot be read, or is not what was written. */
export class DamageError extends BackupError {}

/** The disk cannot read what is stored. One that is reached through a network may be able to later. */
export class UnreadableError extends DamageError {}

/** Handles an error by returning null if what was read is damaged. A place that cannot be reached is not. */
export function nullIfDamaged(error: unknown): null {
  if (error instanceof DamageError) return null;
  throw error;
}

/** The same for who writes it again, so that nothing is given up that can be read later. */
export function nullIfChanged(error: unknown): null {
  if (error instanceof UnreadableError) throw error;
  return nullIfDamaged(error);
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

// Errors of the system that the operator can fix.
const explanations: Record<string, string> = {
  ENOSPC: "there is no space left on the disk: free some space and run it again",
  EDQUOT: "the disk quota is used up: free some space and run it again",
  EROFS: "the disk is read-only: mount it for writing or choose another place",
  EACCES: "this user has no access there: give it access or choose another place",
  EPERM: "this user has no access there: give it access or choose another place",
  ENOTDIR: "it is a file, not a folder: choose another place",
  EIO: "the disk reports errors: choose another disk",
};

/** Turns an error of the system into a BackupError that names the place. Other errors stay as they are. */
export function explainSystemError(error: unknown, place: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const explanation = explanations[code];
  return explanation ? new BackupError(`${place}: ${explanation} (${code}).`) : error;
}
