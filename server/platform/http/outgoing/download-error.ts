/** Why a file could not be fetched, in words for the seller who gave us its URL. */
export class DownloadError extends Error {}
