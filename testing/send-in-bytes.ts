import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import type { App } from "#server/platform/http/app-instance.ts";

/**
 * Sends a body over a connection of its own, each of its bytes as a chunk, and returns the answer. It may come before
 * everything is sent.
 */
export async function sendInBytes(
  app: App,
  url: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (bytes) => (answer += bytes.toString()));
  // The shop closes the connection while it is sent to.
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  const head = {
    host: "localhost",
    connection: "close",
    "transfer-encoding": "chunked",
    ...headers,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  socket.write([`POST ${url} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
  const chunks = Array.from(body, (byte) => `1\r\n${String.fromCharCode(byte)}\r\n`);
  socket.write(Buffer.from(`${chunks.join("")}0\r\n\r\n`, "latin1"));
  await closed;
  return answer;
}
