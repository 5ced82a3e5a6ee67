// What other features may use.
export { deletePhotosOf, wantPhotos } from "./feed-photo-store.ts";
