import { MutationCache, notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { AppError } from "#shared/errors/app-error.ts";
import { isOffline } from "./connection.ts";
import { toast } from "../toast.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** The signed-in user; refetched when a call returns "not signed in". */
      isIdentity?: boolean;
      /** The user's role; refetched when a call returns "not allowed". */
      isRole?: boolean;
    };
    mutationMeta: {
      /** The form shows its errors, so no toast is needed. */
      formShowsErrors?: boolean;
    };
  }
}

const retries = 3;
const firstDelay = 1_000;
const longestDelay = 30_000;
const leftWords =
  "You left before the shop responded. Check whether it went through before you try again.";
const cacheLife = 5 * 60_000;

/**
 * Whether a retry may help: no response or a server error. Refusals, abandoned requests and offline devices are not
 * retried.
 */
export function mayRetry(failures: number, error: Error): boolean {
  if (failures >= retries || isOffline() || isLeft(error)) return false;
  return !(error instanceof AppError) || error.status >= 500;
}

/** Milliseconds before the next retry: 1 s, doubling up to 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(firstDelay * 2 ** failures, longestDelay);
}

/**
 * A query client with the specified constants. Failed mutations show a toast unless their form shows the error.
 * Nothing is queued while offline: the library would send it later, when the user may have canceled.
 */
function createQueryClient(): QueryClient {
  const networkMode = "always";
  const queryClient: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        refetchOnReconnect: true,
        gcTime: cacheLife,
        retry: mayRetry,
        retryDelay,
      },
      mutations: { networkMode },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!query.meta?.isIdentity && isSignInOver(error)) readIdentityAgain(queryClient);
        if (!query.meta?.isRole && isNotAllowed(error)) readRoleAgain(queryClient);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (isSignInOver(error)) readIdentityAgain(queryClient);
        if (isNotAllowed(error)) readRoleAgain(queryClient);
        if (!mutation.meta?.formShowsErrors) toast.error(isLeft(error) ? leftWords : error.message);
      },
    }),
  });
  return queryClient;
}

let clientOfPage: QueryClient | null = null;

/** One query client per request on the server, one per page load in the browser. */
export function pageQueryClient(): QueryClient {
  if (typeof document === "undefined") return createQueryClient();
  if (clientOfPage) return clientOfPage;
  clientOfPage = createQueryClient();
  showMutationsAtOnce(clientOfPage);
  return clientOfPage;
}

/**
 * Shows that a mutation is pending within the event that started it. The library notifies by timer, which comes after
 * the second click of a double click, so the button would not be disabled yet.
 */
function showMutationsAtOnce(client: QueryClient): void {
  let isStarting = false;
  client.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "pending") isStarting = true;
  });
  notifyManager.setScheduler((notify) => {
    if (isStarting) queueMicrotask(notify);
    else setTimeout(notify, 0);
    isStarting = false;
  });
}

/** Whether a request was aborted because its page or dialog is gone. */
function isLeft(error: Error): boolean {
  return error.name === "AbortError";
}

function isSignInOver(error: Error): boolean {
  return (
    error instanceof AppError && (error.code === "not_signed_in" || error.code === "token_invalid")
  );
}

function readIdentityAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: (query) => query.meta?.isIdentity === true });
}

// The role may have changed since it was fetched; page guards follow the new one.
function isNotAllowed(error: Error): boolean {
  return error instanceof AppError && error.code === "not_allowed";
}

function readRoleAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: (query) => query.meta?.isRole === true });
}
