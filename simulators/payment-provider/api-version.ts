/** The version of the provider's API that is spoken here: the one that the server's SDK is made for. */
export const apiVersion = "2026-10-28.endive";
