import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { requestPublic } from "./request-public.ts";

/** The cipher suites of a TLS ClientHello (RFC 5246, section 7.4.1.2). */
function suitesIn(hello: Buffer): number[] {
  const afterRandom = 5 + 4 + 2 + 32;
  const start = afterRandom + 1 + hello.readUInt8(afterRandom);
  const count = hello.readUInt16BE(start) / 2;
  return Array.from({ length: count }, (_, at) => hello.readUInt16BE(start + 2 + at * 2));
}

/** DHE suites with RSA certificates (https://www.iana.org/assignments/tls-parameters). */
const suitesWithServersPrime = [0x0033, 0x0039, 0x0067, 0x006b, 0x009e, 0x009f, 0xccaa];

test("offers servers no cipher suite whose prime they choose", async () => {
  let hello: Buffer = Buffer.alloc(0);
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      hello = Buffer.concat([hello, bytes]);
      if (hello.length > 5 && hello.length >= 5 + hello.readUInt16BE(3)) socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const request = requestPublic(new URL(`https://127.0.0.1:${port}/`), {}, { allowPrivate: true });
  await new Promise((resolve) => request.on("error", resolve).end());
  const suites = suitesIn(hello);
  expect(suites).toContain(0xc02f);
  expect(suites.filter((suite) => suitesWithServersPrime.includes(suite))).toEqual([]);
  server.close();
});
