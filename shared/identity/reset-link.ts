/** Minutes for which an emailed link sets a new password. */
export const resetLinkMinutes = 30;
/** What people read about such a link. */
export const resetLinkRule = `The link works once and expires in ${resetLinkMinutes} minutes.`;
