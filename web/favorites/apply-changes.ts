export type FavoriteChange = { productId: string; isSaved: boolean };

/** The ids of the saved cars after changes that are on their way, the latest first. */
export function applyChanges(
  ids: readonly string[],
  changes: readonly FavoriteChange[],
): readonly string[] {
  return changes.reduce((saved, { productId, isSaved }) => {
    if (isSaved) return saved.includes(productId) ? saved : [productId, ...saved];
    return saved.filter((id) => id !== productId);
  }, ids);
}
