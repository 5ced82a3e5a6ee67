// What other features may use.
export { fetchPhotosSoon } from "./feed-photo-jobs.ts";
export {
  deletePhotosOf,
  deletePhotosOfCars,
  deletePhotosOfDeleted,
  fetchFailedAgain,
  isFailedPhoto,
  isWaitingPhoto,
  wantPhotos,
} from "./feed-photo-store.ts";
