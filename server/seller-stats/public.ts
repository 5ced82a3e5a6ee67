// What other features may use.
export { createViewCounter, type ViewCounter } from "./create-view-counter.ts";
