import { useState } from "react";
import { toast } from "#web/platform/toast.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { useLeave } from "./sign-out.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EndedKeysNote } from "#web/identity/ended-keys-note.tsx";
import { endAllSessions } from "#web/identity/security-queries.ts";

/** Ends every session, including this one, and goes to the home page. */
export function SignOutEverywhere() {
  const leave = useLeave();
  const [isAsked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);

  async function signOut() {
    setBusy(true);
    try {
      await endAllSessions();
    } catch (error) {
      toast.error(errorMessage(error));
      setBusy(false);
      return;
    }
    await leave("You were signed out everywhere");
  }

  return (
    <>
      <Button look="secondary" size="small" onClick={() => setAsked(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        busy={busy}
        onConfirm={() => void signOut()}
      >
        <p>This signs you out on every device, including this one.</p>
        <EndedKeysNote />
      </ConfirmDialog>
    </>
  );
}
