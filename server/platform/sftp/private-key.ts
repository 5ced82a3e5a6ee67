import { createPrivateKey } from "node:crypto";
import { loadSsh } from "./load-ssh.ts";

/** Bits of the numbers that a signature with an RSA key is computed with. Larger ones take a processor minutes. */
const mostModulusBits = 8_192;
const mostPrimeBits = mostModulusBits / 2;
/** Real keys have 17. */
const mostExponentBits = 64;

/** Whether a text is a private key that logs in without a passphrase, and with which signing takes no time. */
export async function isPrivateKey(text: string): Promise<boolean> {
  const ssh = await loadSsh();
  const key = ssh.utils.parseKey(text);
  // A file can contain no keys at all.
  const [first] = [key].flat();
  if (first === undefined || first instanceof Error || !first.isPrivateKey()) return false;
  if (first.type === "ssh-dss") return false;
  return first.type !== "ssh-rsa" || isQuickRsaKey(first.getPrivatePEM());
}

function isQuickRsaKey(pem: string): boolean {
  try {
    const { n, d, e, p, q, dp, dq, qi } = createPrivateKey(pem).export({ format: "jwk" });
    const bitsOf = (part = "") => Buffer.from(part, "base64url").length * 8;
    return (
      [n, d].every((part) => bitsOf(part) <= mostModulusBits) &&
      [p, q, dp, dq, qi].every((part) => bitsOf(part) <= mostPrimeBits) &&
      bitsOf(e) <= mostExponentBits
    );
  } catch {
    return false;
  }
}
