import { connect } from "node:net";

export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/** Sends these bytes unchanged and reads the response until the server closes the connection. */
export async function rawRequest(address: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(address);
  const text = await new Promise<string>((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket
      .on("data", (part: Buffer) => parts.push(part))
      .on("error", reject)
      .on("close", () => resolve(Buffer.concat(parts).toString("utf8")));
  });
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => line.split(/:\s*(.*)/, 2) as [string, string]);
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body: rest.join("\r\n\r\n"),
  };
}

/** Sends a GET with these header lines over a raw connection, as HTTP/1.1 by default. */
export function rawGet(address: string, target: string, lines: string[], version = "1.1") {
  const head = [`GET ${target} HTTP/${version}`, ...lines, "Connection: close"];
  return rawRequest(address, `${head.join("\r\n")}\r\n\r\n`);
}
