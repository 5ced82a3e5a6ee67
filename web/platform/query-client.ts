import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { AppError } from "#shared/errors/app-error.ts";
import { isOffline } from "./connection.ts";
import { toast } from "./toast.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Says who is signed in; read again when a call is answered with "please sign in". */
      isIdentity?: boolean;
      /** Says what they may do; read again when a call is answered with "not allowed". */
      isRole?: boolean;
    };
    mutationMeta: {
      /** The form shows its own errors, so none is shown as a toast. */
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
 * Whether another try may help: no answer, or a fault of the server. A refusal stays one, a page that was left wants no
 * answer, and a device that is offline is told at once.
 */
export function mayRetry(failures: number, error: Error): boolean {
  if (failures >= retries || isOffline() || isLeft(error)) return false;
  return !(error instanceof AppError) || error.status >= 500;
}

/** Milliseconds before the next try: 1 s, doubled each time, at most 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(firstDelay * 2 ** failures, longestDelay);
}

/**
 * A query client with the specification's constants. A failed mutation is said in a toast unless its form says it.
 * Nothing waits for a connection: the library would run it later, when the person has long canceled.
 */
export function createQueryClient(): QueryClient {
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

/** Whether a request was given up because its page or dialog is gone. */
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

// The role may have changed since this page read it: the guards of the pages follow the new one.
function isNotAllowed(error: Error): boolean {
  return error instanceof AppError && error.code === "not_allowed";
}

function readRoleAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: (query) => query.meta?.isRole === true });
}
