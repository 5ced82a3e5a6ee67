import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/**
 * A device with one passkey (ES256, no attestation), for calls over HTTP
 * (https://www.w3.org/TR/webauthn-2/#sctn-authenticator-data).
 * @param verifiesUser whether it reports that it verified its user, by fingerprint, face or PIN
 */
export function aPasskeyDevice({ rpId = "localhost", origin = "http://localhost:3000" } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  let counter = 0;

  function authenticatorData(verifiesUser: boolean, attested: Buffer = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(1 | (verifiesUser ? 4 : 0) | (attested.length > 0 ? 0x40 : 0));
    head.writeUInt32BE(++counter, 1);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), head, attested]);
  }

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = (response: Record<string, unknown>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response,
  });

  return {
    /** Responds like `navigator.credentials.create`. */
    register(challenge: string, { verifiesUser = true } = {}) {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      // Hand-written CBOR: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
      const key = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = authenticatorData(verifiesUser, attested);
      const attestation = Buffer.concat([
        Buffer.from("a3", "hex"),
        Buffer.from("63666d74646e6f6e65", "hex"), // fmt: none
        Buffer.from("6761747453746d74a0", "hex"), // attStmt: {}
        Buffer.from("686175746844617461", "hex"), // authData:
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return credential({
        clientDataJSON: clientData("webauthn.create", challenge).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      });
    },
    /** Responds like `navigator.credentials.get`. */
    signIn(challenge: string, { verifiesUser = true } = {}) {
      const client = clientData("webauthn.get", challenge);
      const data = authenticatorData(verifiesUser);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return credential({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      });
    },
  };
}
