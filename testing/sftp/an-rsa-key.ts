/** A DER integer of this many bits, all of them 1. */
function integer(bits: number): Buffer {
  const value = Buffer.concat([Buffer.from([0]), Buffer.alloc(bits / 8, 0xff)]);
  return Buffer.concat([Buffer.from([0x02]), lengthOf(value), value]);
}

function lengthOf({ length }: Buffer): Buffer {
  return length < 128 ? Buffer.from([length]) : Buffer.from([0x82, length >> 8, length & 0xff]);
}

/** An RSA key of numbers of these sizes, which need not fit each other. */
export function anRsaKey({ modulus, prime }: { modulus: number; prime: number }): string {
  const numbers = [modulus, 16, modulus, prime, prime, prime, prime, prime].map(integer);
  const content = Buffer.concat([Buffer.from([0x02, 1, 0]), ...numbers]);
  const der = Buffer.concat([Buffer.from([0x30]), lengthOf(content), content]);
  const lines = der.toString("base64").replace(/.{64}/g, "$&\n");
  return `-----BEGIN RSA PRIVATE KEY-----\n${lines}\n-----END RSA PRIVATE KEY-----\n`;
}
