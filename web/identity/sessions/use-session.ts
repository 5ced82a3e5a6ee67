import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Role } from "#shared/accounts/account.ts";
import { onAccessTokenElsewhere, onAccessTokenStored, readAccessToken } from "./access-token.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { useRootData } from "#web/platform/root-data.ts";
import { useHydrated } from "#web/platform/loading/use-hydrated.ts";
import { currentUserQuery, roleQuery } from "./session-queries.ts";

export type Session = {
  status: "loading" | "signed-out" | "signed-in";
  user: IdentityUser | null;
  /** Null until the server has returned it. */
  role: Role | null;
  /** Set if the server could not return the role or the session. */
  roleError: Error | null;
};

const signedOut: Session = { status: "signed-out", user: null, role: null, roleError: null };
const loading: Session = { ...signedOut, status: "loading" };

/**
 * The current session. On the server and until hydration, only the session hint counts, so both render the same
 * HTML.
 */
export function useSession(): Session {
  const hydrated = useHydrated();
  const hinted = useRootData()?.hasSession ?? false;
  const hasToken = useSyncExternalStore(
    onAccessTokenChange,
    () => readAccessToken() !== null,
    () => false,
  );
  // Without a hint or token the visitor is signed out; asking would cost a request per visitor.
  const mayHaveSession = hinted || hasToken;
  const user = useQuery({ ...currentUserQuery, enabled: mayHaveSession });
  const role = useQuery({ ...roleQuery(user.data?.email ?? ""), enabled: Boolean(user.data) });

  if (!hydrated) return hinted ? loading : signedOut;
  if (user.data)
    return { status: "signed-in", user: user.data, role: role.data ?? null, roleError: role.error };
  if (user.data === null || !mayHaveSession) return signedOut;
  return user.isError ? { ...signedOut, roleError: user.error } : loading;
}

function onAccessTokenChange(listener: () => void) {
  const stopHere = onAccessTokenStored(listener);
  const stopElsewhere = onAccessTokenElsewhere(listener);
  return () => {
    stopHere();
    stopElsewhere();
  };
}
