// Exports for other features.
export {
  countAgainst,
  forgetAccount,
  hashAddress,
  takeBack,
  type LimitDeps,
} from "./count-against.ts";
export { limitCalls } from "./limit-calls.ts";
export { countAttempt, deleteAttempts } from "./limit-store.ts";
