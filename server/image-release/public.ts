// What other features may use.
export { releaseDropped } from "./release-dropped.ts";
export { releaseImages } from "./release-images.ts";
