/** The server's time when an answer arrived, and the moment of this page's own clock. */
let reading: { server: number; at: number } | null = null;

/** Notes the time that an answer states. The device's clock may be hours off or be changed at any moment. */
export function noteServerTime({ headers }: Pick<Response, "headers">): void {
  const server = Date.parse(headers.get("date") ?? "");
  if (!Number.isNaN(server)) reading = { server, at: performance.now() };
}

/** The server's time in milliseconds since 1970; before the first answer, the device's. */
export function serverTime(): number {
  return reading === null ? Date.now() : reading.server + performance.now() - reading.at;
}
