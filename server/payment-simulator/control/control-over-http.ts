import type { Control } from "./create-control.ts";

/** The same as `control`, over HTTP; see the next commit of calls. Null: there is no such call. */
export async function controlOverHttp(
  control: Control,
  name: string,
  _body: string,
): Promise<object | null> {
  return name === "undelivered" ? { data: await control.undelivered() } : null;
}
