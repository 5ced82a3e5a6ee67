/** Replaces the name of a deleted account. */
export const deletedAccountName = "Deleted account";
