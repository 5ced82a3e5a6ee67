import { useSession } from "#web/identity/sessions/use-session.ts";

/**
 * Session for the header. While it loads, the server's hint decides, so signed-in items render at once and nothing
 * jumps; `user` follows later.
 */
export function useHeaderSession() {
  const { status, user } = useSession();
  return { isSignedIn: status !== "signed-out", user };
}
