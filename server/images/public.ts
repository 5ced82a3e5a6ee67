// What other features may use.
export { claimImage } from "./claim-image.ts";
export { readImageAddress } from "./image-address.ts";
export { releaseClaim } from "./image-store.ts";
export { removeExpiredImages } from "./remove-expired-images.ts";
