import { KeyRound } from "lucide-react";
import { useState } from "react";
import { identityClient, type IdentityUser } from "#web/identity/identity-client.ts";
import { passkeyObstacle } from "./browser-passkeys.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { useHydrated } from "#web/platform/loading/use-hydrated.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";

/** Signs in with a passkey, if this browser supports them on this origin. */
export function PasskeyButton({ onUser }: { onUser: (user: IdentityUser) => Promise<void> }) {
  const { passkeyOrigin } = useShop();
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  if (!hydrated || passkeyObstacle(passkeyOrigin) !== null) return null;

  async function signIn() {
    setBusy(true);
    try {
      await onUser(await identityClient.signInByPasskey());
    } catch (error) {
      toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button look="secondary" className="w-full" busy={busy} onClick={() => void signIn()}>
      {!busy && <KeyRound aria-hidden="true" size={18} strokeWidth={1.5} />}
      <span>Sign in with a passkey</span>
    </Button>
  );
}
