// The door of this feature: what others may use of it.
export {
  countAgainst,
  forgetAccount,
  hashAddress,
  takeBack,
  type LimitDeps,
} from "./count-against.ts";
export { limitCalls } from "./limit-calls.ts";
export { countTry, forgetTries } from "./limit-store.ts";
