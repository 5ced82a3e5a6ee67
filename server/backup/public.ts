// What other features may use.
export { readBackupState, slotName as archiveSlot, type BackupState } from "./backup-store.ts";
export { readTrialState, type TrialState } from "./trial/trial-store.ts";
export { BackupError } from "./backup-error.ts";
export { refuseOptions } from "./command/command-error.ts";
export { removeLeftBehind } from "./restore/draft-folder.ts";
export { findBrokenReferences } from "./check-database-store.ts";
export { runToExitCode } from "./command/run-to-exit-code.ts";
