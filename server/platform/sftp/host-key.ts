import { createHash } from "node:crypto";

/** The type of an SSH server's key and its fingerprint, for example `ssh-ed25519 SHA256:…`. */
export type HostKey = string;

/** @param key as it is sent: its type, with its length in four bytes, and the rest */
export function describeHostKey(key: Buffer): HostKey {
  const type = key.toString("latin1", 4, 4 + key.readUInt32BE(0));
  const hash = createHash("sha256").update(key).digest("base64").replace(/=+$/, "");
  return `${type} SHA256:${hash}`;
}

const algorithms = [
  "ssh-ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "rsa-sha2-512",
  "rsa-sha2-256",
] as const;

/**
 * The algorithms to offer, the known key's first: a server that has several keys then shows the same one again. Without
 * SHA-1.
 */
export function hostKeyAlgorithms(hostKey: HostKey | null): (typeof algorithms)[number][] {
  const type = hostKey?.split(" ")[0];
  const isKnown = (name: string) => name === type || (type === "ssh-rsa" && name.startsWith("rsa"));
  return [...algorithms.filter(isKnown), ...algorithms.filter((name) => !isKnown(name))];
}
