import net from "node:net";
import tls from "node:tls";
import type { OutboundService } from "./outbound-services.ts";

/** When a certificate expires (null if there is none), and why it is not trusted or could not be read. */
export type CertificateState = { expiresAt: Date | null; problem: string | null };

const defaultPatience = 5_000;

/** Connects to a service as a client would and reads its certificate. Never fails: a failure is the `problem`. */
export async function readCertificate(
  { host, port, protocol }: OutboundService,
  patience = defaultPatience,
): Promise<CertificateState> {
  const socket = net.connect({ host, port });
  // Covers the whole conversation.
  const timer = setTimeout(() => socket.destroy(new Error("timeout")), patience);
  try {
    await once(socket, "connect");
    if (protocol === "smtp") await startTlsInSmtp(socket);
    if (protocol === "postgres") await startTlsInPostgres(socket);
    return await handshake(socket, host);
  } catch (error) {
    return { expiresAt: null, problem: describe(error) };
  } finally {
    clearTimeout(timer);
    socket.on("error", () => undefined).destroy();
  }
}

async function handshake(socket: net.Socket, host: string): Promise<CertificateState> {
  const secure = tls.connect({
    socket,
    ...(net.isIP(host) === 0 && { servername: host }),
    // An expired certificate is to be read, too.
    rejectUnauthorized: false,
  });
  await once(secure, "secureConnect");
  const { valid_to: validTo } = secure.getPeerCertificate();
  // The type says Error; the value is an error code.
  const refusal = secure.authorized ? null : String(secure.authorizationError);
  return {
    expiresAt: validTo ? new Date(validTo) : null,
    problem: refusal && `The certificate is not trusted (${refusal}).`,
  };
}

/** https://www.rfc-editor.org/rfc/rfc3207 */
async function startTlsInSmtp(socket: net.Socket): Promise<void> {
  await smtpReply(socket, "220");
  socket.write("EHLO localhost\r\n");
  const offers = await smtpReply(socket, "250");
  if (!/^250[ -]STARTTLS\b/im.test(offers)) throw new Unavailable("The server offers no TLS.");
  socket.write("STARTTLS\r\n");
  await smtpReply(socket, "220");
}

/** Reads a reply, whose last line has a space after the code. */
async function smtpReply(socket: net.Socket, code: string): Promise<string> {
  let reply = "";
  while (!/^\d{3} .*\r?\n$/m.test(reply)) {
    const [part] = await once(socket, "data");
    reply += String(part);
    if (reply.length > 65_536) throw new Unavailable("The answer is not SMTP.");
  }
  if (!reply.startsWith(code)) throw new Unavailable("The server refused the connection.");
  return reply;
}

/** SSLRequest: https://www.postgresql.org/docs/current/protocol-message-formats.html */
async function startTlsInPostgres(socket: net.Socket): Promise<void> {
  const request = Buffer.alloc(8);
  request.writeInt32BE(8, 0);
  request.writeInt32BE(80_877_103, 4);
  socket.write(request);
  const [answer] = await once(socket, "data");
  if (String(answer)[0] !== "S") throw new Unavailable("The server offers no TLS.");
}

class Unavailable extends Error {}

/** Like `events.once`, and also ends when the connection does. */
function once(socket: net.Socket, event: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      socket.off(event, done).off("error", failed).off("close", closed);
    };
    const done = (...given: unknown[]) => {
      settle();
      resolve(given);
    };
    const failed = (error: Error) => {
      settle();
      reject(error);
    };
    const closed = () => failed(new Unavailable("The server closed the connection."));
    socket.on(event, done).on("error", failed).on("close", closed);
  });
}

function describe(error: unknown): string {
  if (error instanceof Unavailable) return error.message;
  if (error instanceof Error && error.message === "timeout") return "The server did not answer.";
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return `The server could not be reached (${code}).`;
}
