import { useState } from "react";
import { identityClient, type IdentityUser } from "#web/platform/identity-client.ts";
import { toast } from "#web/platform/toast.ts";
import { wordsOf } from "#web/platform/words-of.ts";
import { Button } from "#web/ui/button.tsx";

/** Asks somebody whose address is not confirmed to look for the mail, and sends it again. Nothing is closed to them. */
export function ConfirmEmailNote({ user }: { user: IdentityUser }) {
  const [sending, setSending] = useState(false);
  if (user.emailVerified) return null;

  async function sendAgain() {
    setSending(true);
    try {
      await identityClient.sendConfirmation();
      toast.success(`Another link is on its way to ${user.email}`);
    } catch (error) {
      toast.error(wordsOf(error));
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
        <span className="block text-muted wrap-anywhere">We have sent a link to {user.email}.</span>
      </p>
      <Button look="secondary" size="small" busy={sending} onClick={() => void sendAgain()}>
        Send the link again
      </Button>
    </div>
  );
}
