import { queryOptions } from "@tanstack/react-query";

export const sessionKeys = {
  all: ["session"] as const,
  user: ["session", "user"] as const,
  role: (email: string) => ["session", "role", email] as const,
};

const oneMinute = 60_000;

/** The calls' code, which signed-out visitors never need. */
export const loadSessionCalls = () => import("./session-calls.ts");

/** The user of the browser's session, or null. */
export const currentUserQuery = queryOptions({
  queryKey: sessionKeys.user,
  queryFn: async () => (await loadSessionCalls()).fetchCurrentUser(),
  staleTime: 5 * oneMinute,
  meta: { isIdentity: true },
});

/** The user's role, from the server. */
export function roleQuery(email: string) {
  return queryOptions({
    queryKey: sessionKeys.role(email),
    queryFn: async () => (await loadSessionCalls()).fetchRole(email),
    staleTime: oneMinute,
    meta: { isRole: true },
  });
}
