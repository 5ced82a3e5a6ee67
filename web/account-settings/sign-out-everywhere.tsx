import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { storeAccessToken } from "#web/platform/access-token.ts";
import { toast } from "#web/platform/toast.ts";
import { forgetPerson, leaveHome } from "#web/session/sign-out.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { endAllSessions } from "./security-queries.ts";
import { wordsOf } from "./words-of.ts";

/** Ends every session, this one too, and goes to the home page. */
export function SignOutEverywhere() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { key } = useLocation();
  const [isAsked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);

  async function signOut() {
    setBusy(true);
    try {
      await endAllSessions();
    } catch (error) {
      toast.error(wordsOf(error));
      setBusy(false);
      return;
    }
    leaveHome(key);
    storeAccessToken(null);
    toast.success("You are signed out everywhere");
    await navigate("/", { flushSync: true });
    forgetPerson(queryClient);
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
        Every device is signed out at once, this one too.
      </ConfirmDialog>
    </>
  );
}
