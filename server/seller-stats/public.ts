// The door of this feature: what others may use of it.
export { createViewCounter, type ViewCounter } from "./create-view-counter.ts";
