import { createHash, createPrivateKey } from "node:crypto";

// RFC 8410: what stands before the 32 bytes of an Ed25519 key.
const prefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** The key that signs ID tokens, made from a secret: after a restart, and in any process, it is the same. */
export function signingKey(seed: Buffer) {
  const key = createPrivateKey({
    key: Buffer.concat([prefix, seed.subarray(0, 32)]),
    format: "der",
    type: "pkcs8",
  });
  const jwk = key.export({ format: "jwk" });
  const kid = createHash("sha256").update(String(jwk.x)).digest("base64url").slice(0, 16);
  return { ...jwk, kid, alg: "EdDSA", use: "sig" };
}
