/** The server's time when an answer arrived, and the moment of this page's own clock. */
let known: { server: number; at: number } | null = null;

/** Notes the time that an answer states. The device's clock may be hours off or be changed at any moment. */
export function noteServerTime({ headers }: Pick<Response, "headers">): void {
  const server = Date.parse(headers.get("date") ?? "");
  if (!Number.isNaN(server)) known = { server, at: performance.now() };
}

/** The server's time in milliseconds since 1970; before the first answer, the device's. */
export function serverTime(): number {
  return known === null ? Date.now() : known.server + performance.now() - known.at;
}
