// What other features may use.
export { releaseImage } from "./release-image.ts";
