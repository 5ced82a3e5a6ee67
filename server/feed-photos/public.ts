// What other features may use.
export { fetchPhotosSoon } from "./feed-photo-jobs.ts";
export {
  deletePhotosOf,
  fetchFailedAgain,
  isFailedPhoto,
  isWaitingPhoto,
  wantPhotos,
} from "./feed-photo-store.ts";
