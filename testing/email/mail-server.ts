import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type ReceivedEmail = { to: string[]; raw: string };

/**
 * A mail server that records the emails it receives, and reports each one to `tell` if given. The other options make
 * it misbehave.
 */
export async function startMailServer(
  on: Partial<SMTPServerOptions> & { port?: number; tell?: (mail: ReceivedEmail) => void } = {},
): Promise<{ port: number; url: string; received: ReceivedEmail[]; stop(): Promise<void> }> {
  const { port = 0, tell, ...options } = on;
  const received: ReceivedEmail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const mail = { to, raw: Buffer.concat(chunks).toString("utf8") };
        received.push(mail);
        tell?.(mail);
        done();
      });
    },
    ...options,
  });
  // In some tests the client gives up.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const taken = (server.server.address() as AddressInfo).port;
  return {
    port: taken,
    url: `smtp://127.0.0.1:${taken}`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
