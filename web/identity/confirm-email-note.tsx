import { useState } from "react";
import { identityClient, type IdentityUser } from "./identity-client.ts";
import { toast } from "#web/platform/toast.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";

/** Asks a user to confirm their email address, says why, and can resend the link. */
export function ConfirmEmailNote({ user, why }: { user: IdentityUser; why?: string }) {
  const [sending, setSending] = useState(false);
  if (user.emailVerified) return null;

  async function sendAgain() {
    setSending(true);
    try {
      await identityClient.sendConfirmation();
      toast.success(`We sent another link to ${user.email}`);
    } catch (error) {
      toast.error(errorMessage(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <div
      role="note"
      className="mb-8 flex flex-wrap items-center justify-between gap-4 border-l-2 border-brass pl-4"
    >
      <p className="min-w-0">
        <span className="block font-medium">Please confirm your email address</span>
        <span className="block text-muted wrap-anywhere">{`${why ?? ""} We sent a link to ${user.email}.`}</span>
      </p>
      <Button look="secondary" size="small" busy={sending} onClick={() => void sendAgain()}>
        Resend link
      </Button>
    </div>
  );
}
