import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { AppError } from "#shared/errors/app-error.ts";
import { toast } from "./toast.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Says who is signed in; read again when a call is answered with "please sign in". */
      isIdentity?: boolean;
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
const cacheLife = 5 * 60_000;

/** Whether another try may help: no answer, or a fault of the server. A refusal stays one. */
export function mayRetry(failures: number, error: Error): boolean {
  return failures < retries && (!(error instanceof AppError) || error.status >= 500);
}

/** Milliseconds before the next try: 1 s, doubled each time, at most 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(firstDelay * 2 ** failures, longestDelay);
}

/** A query client with the seed's constants. A failed mutation is said in a toast unless its form says it. */
export function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    defaultOptions: { queries: { gcTime: cacheLife, retry: mayRetry, retryDelay } },
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!query.meta?.isIdentity && isSignInOver(error)) readIdentityAgain(queryClient);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (isSignInOver(error)) readIdentityAgain(queryClient);
        if (!mutation.meta?.formShowsErrors) toast.error(error.message);
      },
    }),
  });
  return queryClient;
}

function isSignInOver(error: Error): boolean {
  return (
    error instanceof AppError && (error.code === "not_signed_in" || error.code === "token_invalid")
  );
}

function readIdentityAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: (query) => query.meta?.isIdentity === true });
}
