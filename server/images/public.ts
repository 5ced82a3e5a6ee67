// The door of this feature: what others may use of it.
export { claimImage } from "./claim-image.ts";
export { releaseImage } from "./release-image.ts";
