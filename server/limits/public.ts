// Exports for other features.
export {
  countAgainst,
  clearAttemptsOfAccount,
  hashAddress,
  uncountAttempts,
  type LimitDeps,
} from "./count-against.ts";
export { limitCalls } from "./limit-calls.ts";
export { countAttempt, deleteAttempts } from "./limit-store.ts";
