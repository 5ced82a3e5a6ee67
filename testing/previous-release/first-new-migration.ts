/**
 * The first migration of the next release. Processes of the previous release still serve while it and the later ones are
 * applied. To be raised after each release.
 */
export const firstNewMigration = "0020";
