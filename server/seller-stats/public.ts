// Exports for other features.
export { createViewCounter, type ViewCounter } from "./create-view-counter.ts";
