// The door of this feature: what others may use of it.
export { claimImage } from "./claim-image.ts";
export { releaseImage } from "./release-image.ts";
export { removeExpiredImages } from "./remove-expired-images.ts";
