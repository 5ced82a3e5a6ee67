// What other features may use.
export { claimImage } from "./claim-image.ts";
export { findOwnImage } from "./find-own-image.ts";
export { readFile as readImageFile } from "./copy-images.ts";
export { imagePath, isFileName as isImageFileName, readImageAddress } from "./image-address.ts";
export { listImageSizes, readFileHashes, releaseClaims } from "./image-row-store.ts";
export { listImages, type ListedImage } from "./list-images.ts";
export { readSize as readImageSize } from "./prepare-image.ts";
export { readSmallestFile } from "./read-smallest-file.ts";
export { removeExpiredImages } from "./remove-expired-images.ts";
export { ImageStoreError, type ImageStore } from "./storage/image-storage.ts";
export { openImageStore } from "./storage/open-image-store.ts";
export { storeUpload } from "./store-upload.ts";
