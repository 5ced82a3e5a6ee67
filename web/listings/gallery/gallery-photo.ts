import type { Photo } from "#shared/listings/listing.ts";

/** `isWhole` for a photo of so different a shape from the frame's that cutting it would hide much of the car. */
export type GalleryPhoto = Photo & { isWhole?: true };
