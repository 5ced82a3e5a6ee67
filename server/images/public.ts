// What other features may use.
export { claimImage } from "./claim-image.ts";
export { releaseImage } from "./release-image.ts";
export { removeExpiredImages } from "./remove-expired-images.ts";
