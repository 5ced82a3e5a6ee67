import { useSession } from "#web/identity/sessions/use-session.ts";

/**
 * What the header shows of the session. While it is being read there is one by the server's hint, so the signed-in
 * items stand from the first paint and nothing jumps; `user` comes once known.
 */
export function useHeaderSession() {
  const { status, user } = useSession();
  return { isSignedIn: status !== "signed-out", user };
}
