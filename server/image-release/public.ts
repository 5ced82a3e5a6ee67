// What other features may use.
export { releaseImages } from "./release-images.ts";
