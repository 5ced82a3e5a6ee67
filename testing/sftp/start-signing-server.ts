import { once } from "node:events";
import type { AddressInfo } from "node:net";
import ssh from "ssh2";
import { newKey } from "./start-sftp-server.ts";

/** The parts of ssh2 that send what no honest server does. */
type Protocol = {
  _handlers: { USERAUTH_REQUEST: () => void };
  _authsQueue: string[];
  authPKOK: (algorithm: string, key: Buffer) => void;
};

/** An SSH server that demands a signature again and again as soon as a client offers a key. */
export async function startSigningServer(
  demands: number,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = new ssh.Server({ hostKeys: [newKey().private] }, (connection) => {
    connection.on("error", () => undefined);
    connection.on("authentication", (attempt) => {
      if (attempt.method !== "publickey") return attempt.reject(["publickey"]);
      const protocol = (connection as unknown as { _protocol: Protocol })._protocol;
      protocol._handlers.USERAUTH_REQUEST = () => undefined;
      for (let sent = 0; sent < demands; sent++) {
        protocol._authsQueue.unshift("publickey");
        protocol.authPKOK(attempt.key.algo, attempt.key.data);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}
