import { randomUUID } from "node:crypto";

/** A new id for a request; it stands in each log line of it and in each error answer. A caller's own id is not taken. */
export function newRequestId(): string {
  return randomUUID();
}
