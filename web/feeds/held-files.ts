const files = new Map<string, File>();

/** The last file of a feed, so that it can be read again with other options. Gone with the page load. */
export const heldFile = (feedId: string): File | null => files.get(feedId) ?? null;

export const holdFile = (feedId: string, file: File): void => void files.set(feedId, file);

const largestBytes = 50 * 1024 * 1024;

/** Why a chosen file cannot be uploaded, for display; null if it can. */
export function refuseFile(file: File): string | null {
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > largestBytes) return `${file.name} is larger than 50 MB.`;
  return null;
}
