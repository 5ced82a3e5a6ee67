import { createServer, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { downloadSftp } from "./download-sftp.ts";

test("offers no key exchange whose prime the server chooses", async () => {
  let offered = "";
  const server = createServer((socket) => {
    socket.write("SSH-2.0-test\r\n");
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      offered += bytes.toString("latin1");
      // What an SSH client offers follows its name, not encrypted.
      if (offered.includes("ecdh-sha2-nistp256")) socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const login = { username: "dealer", password: "secret", privateKey: null };
  const wanted = { etag: null, seconds: 20, mostBytes: 1_000, read: text };
  const download = downloadSftp(
    `sftp://127.0.0.1:${port}/stock.csv`,
    { ...wanted, login, hostKey: null, onHostKey: () => undefined },
    { allowPrivate: true },
  );
  await expect(download).rejects.toThrow();
  expect(offered).toContain("ecdh-sha2-nistp256");
  expect(offered).not.toContain("group-exchange");
  server.close();
});
