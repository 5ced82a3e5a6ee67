import { AsyncLocalStorage } from "node:async_hooks";

/** What the current request or job is called in the log. A job has the id of the request that queued it. */
export type RequestContext = { requestId: string; job?: string };

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and everything that it awaits, in this context. */
export function inContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

export function currentContext(): RequestContext | undefined {
  return storage.getStore();
}
