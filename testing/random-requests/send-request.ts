import { request as httpRequest, type Agent, type IncomingHttpHeaders } from "node:http";
import { aMultipartForm } from "#testing/images/pictures.ts";
import type { Account, KnownValues } from "./known-values.ts";
import type { Plan } from "./requests.ts";

export type Sent = {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: Buffer | null;
};
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

const answerWithin = 120_000;

// Lone surrogates become U+FFFD, as in a browser.
const encode = (text: string) =>
  new URLSearchParams({ "": text }).toString().slice(1).replaceAll("+", "%20");

/** The request of a plan, with values of earlier answers. */
export function buildRequest(
  { operation, pathValue, query, body, fault }: Plan,
  values: KnownValues,
  account: Account | undefined,
  picture: Buffer,
): Sent {
  const { method, path, takesFile } = operation;
  const resolve = (value: unknown, field: string) =>
    values.resolve(value, pathValue.own ? path : "", field, account);
  const place = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encode(name === "email" && account ? account.email : String(resolve(pathValue.value, "_"))),
  );
  const pairs = Object.entries(changed(query, "query", fault)).flatMap(([name, value]) =>
    [resolve(value, name)].flat().map((one) => `${encode(name)}=${encode(String(one))}`),
  );
  if (fault.kind === "repeated") {
    const again = pairs.find((pair) => pair.startsWith(`${fault.name}=`)) ?? `${fault.name}=1`;
    pairs.push(again, again);
  }
  if (fault.kind === "rawQuery") pairs.push(fault.text);
  const form = takesFile ? aMultipartForm("image", "a.png", "image/png", picture) : null;
  const sent = form?.payload ?? bodyOf(body, fault, resolve);
  const type =
    fault.kind === "contentType"
      ? fault.type
      : (form?.headers["content-type"] ?? "application/json");
  return {
    method,
    target: pairs.length > 0 ? `${place}?${pairs.join("&")}` : place,
    headers: {
      origin: "http://localhost:3000",
      ...(account && { authorization: `Bearer ${account.token}`, cookie: account.cookie }),
      ...(fault.kind === "token" && { authorization: fault.header }),
      ...(sent && { "content-type": type, "content-length": String(sent.length) }),
    },
    body: sent,
  };
}

/** The parameters or the body with the plan's fault. */
function changed(values: object, part: "query" | "body", fault: Plan["fault"]) {
  const result = new Map<string, unknown>(
    Object.entries(values).filter(([, value]) => value !== undefined),
  );
  if ("part" in fault && fault.part === part) {
    if (fault.kind === "odd") result.set(fault.name, fault.value);
    if (fault.kind === "extra") result.set(fault.name, "1");
    if (fault.kind === "missing") result.delete(fault.name);
  }
  return Object.fromEntries(result);
}

function bodyOf(
  body: unknown,
  fault: Plan["fault"],
  resolve: (value: unknown, field: string) => unknown,
): Buffer | null {
  if (fault.kind === "rawBody") return Buffer.from(fault.text);
  const value =
    fault.kind === "wholeBody"
      ? fault.value
      : typeof body === "object" && body !== null
        ? changed(body, "body", fault)
        : body;
  return value === undefined ? null : Buffer.from(JSON.stringify(resolve(value, "")));
}

/** Sends a request. Null if the connection was dropped or nothing was answered. */
export function send(address: string, sent: Sent, agent: Agent): Promise<Answer | null> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    const request = httpRequest(
      {
        hostname,
        port,
        agent,
        method: sent.method,
        path: sent.target,
        // Node's client refuses some bytes in header values that a server may get.
        headers: Object.fromEntries(
          Object.entries(sent.headers).map(([name, value]) => [
            name,
            Buffer.from(value).toString("latin1"),
          ]),
        ),
        timeout: answerWithin,
      },
      (response) => {
        const parts: Buffer[] = [];
        response
          .on("data", (part: Buffer) => parts.push(part))
          .on("error", () => resolve(null))
          .on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(parts).toString(),
            }),
          );
      },
    );
    request.on("error", () => resolve(null)).on("timeout", () => request.destroy());
    request.end(sent.body ?? undefined);
  });
}

/** A request as a command for a shell, in which `$TOKEN` and `$COOKIE` are those of its account. */
export function asCurl(
  address: string,
  { method, target, headers, body }: Sent,
  token?: string,
): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = Object.entries(headers)
    .filter(([name]) => name !== "content-length")
    .map(([name, value]) => {
      if (name === "cookie") return '-H "cookie: $COOKIE"';
      if (token && value === `Bearer ${token}`) return '-H "authorization: Bearer $TOKEN"';
      return `-H ${quote(`${name}: ${value}`)}`;
    });
  const text = body?.toString("latin1") ?? "";
  const data =
    body === null
      ? []
      : text.length > 4_000
        ? [`--data-binary @- # ${body.length} bytes: ${quote(text.slice(0, 80))}…`]
        : [`--data-binary ${quote(body.toString())}`];
  return [
    "curl -i --path-as-is",
    `-X ${method}`,
    ...lines,
    quote(`${address}${target}`),
    ...data,
  ].join(" ");
}
