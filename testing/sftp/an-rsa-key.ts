/** A DER integer of this many bits, all of them 1. */
function integer(bits: number): Buffer {
  const value = Buffer.concat([Buffer.from([0]), Buffer.alloc(bits / 8, 0xff)]);
  return Buffer.concat([Buffer.from([0x02]), lengthOf(value), value]);
}

function lengthOf({ length }: Buffer): Buffer {
  return length < 128 ? Buffer.from([length]) : Buffer.from([0x82, length >> 8, length & 0xff]);
}

/** Sizes in bits. Those that are left out are the same as for a key of this modulus and prime. */
type Sizes = {
  modulus: number;
  prime: number;
  exponent?: number;
  /** Of the private exponent modulo the first and second prime, and of the coefficient. */
  dp?: number;
  dq?: number;
  qi?: number;
};

/** An RSA key of numbers of these sizes, which need not fit each other. */
export function anRsaKey({ modulus, prime, ...others }: Sizes): string {
  const { exponent = 16, dp = prime, dq = prime, qi = prime } = others;
  const numbers = [modulus, exponent, modulus, prime, prime, dp, dq, qi].map(integer);
  const content = Buffer.concat([Buffer.from([0x02, 1, 0]), ...numbers]);
  const der = Buffer.concat([Buffer.from([0x30]), lengthOf(content), content]);
  const lines = der.toString("base64").replace(/.{64}/g, "$&\n");
  return `-----BEGIN RSA PRIVATE KEY-----\n${lines}\n-----END RSA PRIVATE KEY-----\n`;
}
