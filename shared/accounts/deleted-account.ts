/** What stands wherever the name of a deleted account stood. */
export const deletedAccountName = "Deleted account";
