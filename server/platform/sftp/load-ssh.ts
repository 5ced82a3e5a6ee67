/** Loaded at the first use: many shops never need it. */
export const loadSsh = async () => (await import("ssh2")).default;
