import type { ReceivedEmail } from "./mail-server.ts";

export type ReadEmail = {
  to: string[];
  from: string;
  subject: string;
  messageId: string;
  /** Where mail programs unsubscribe, or empty. */
  listUnsubscribe: string;
  listUnsubscribePost: string;
  /** The decoded bodies. */
  text: string;
  html: string;
};

/** Parses an email: unfolds its headers and decodes both bodies. */
export function readEmail({ to, raw }: ReceivedEmail): ReadEmail {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headerOf(headers, "Content-Type"))?.[1];
  if (boundary === undefined) throw new Error(`A mail of one part: ${headers}`);
  const parts = body.split(`--${boundary}`).slice(1, -1).map(split);
  const partOf = (type: string) => {
    const part = parts.find((one) => headerOf(one.headers, "Content-Type").startsWith(type));
    if (!part) throw new Error(`A mail without ${type}: ${headers}`);
    return decoded(part.body, headerOf(part.headers, "Content-Transfer-Encoding"));
  };
  return {
    to,
    from: headerOf(headers, "From"),
    subject: headerOf(headers, "Subject"),
    messageId: headerOf(headers, "Message-ID"),
    listUnsubscribe: headerOf(headers, "List-Unsubscribe"),
    listUnsubscribePost: headerOf(headers, "List-Unsubscribe-Post"),
    text: partOf("text/plain"),
    html: partOf("text/html"),
  };
}

function split(part: string): { headers: string; body: string } {
  const at = part.indexOf("\r\n\r\n");
  return { headers: part.slice(0, at).replace(/\r\n[ \t]+/g, " "), body: part.slice(at + 4) };
}

function headerOf(headers: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, "im").exec(headers)?.[1]?.trim() ?? "";
}

function decoded(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body.replaceAll("\r\n", "\n");
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8").replaceAll("\r\n", "\n");
}
