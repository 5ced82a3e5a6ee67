/** The largest file of a feed, uploaded or fetched, as people read it. */
export const mostFileMegabytes = 50;
/** The same in bytes. */
export const mostFileBytes = mostFileMegabytes * 1024 * 1024;

/** Plans that a feed keeps. Older ones are deleted with their changes. */
export const mostPlans = 30;
