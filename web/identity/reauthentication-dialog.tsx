import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { passkeyObstacle } from "#web/identity/passkeys/browser-passkeys.ts";
import { useShop } from "#web/platform/root-data.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import {
  factorsQuery,
  passkeysQuery,
  useReauthenticateByPasskey,
  useReauthenticateByPassword,
} from "./security-queries.ts";

/** Asks for the password or a passkey before a sensitive change. */
export function ReauthenticationDialog({
  open,
  onClose,
  onConfirmed,
}: {
  open: boolean;
  onClose: () => void;
  onConfirmed: () => Promise<void>;
}) {
  const hasPassword = useQuery(factorsQuery).data?.hasPassword ?? false;
  const hasPasskey = (useQuery(passkeysQuery).data?.length ?? 0) > 0;
  const { passkeyOrigin } = useShop();
  const offersPasskey = hasPasskey && passkeyObstacle(passkeyOrigin) === null;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Confirm it's you"
      description="This changes how you sign in, so we need to confirm it's you."
    >
      <div className="space-y-6">
        {hasPassword && <PasswordReauthentication onConfirmed={onConfirmed} />}
        {offersPasskey && <PasskeyReauthentication onConfirmed={onConfirmed} />}
        {!hasPassword && !offersPasskey && (
          <p>Please sign out and sign in again, then come back within ten minutes.</p>
        )}
      </div>
    </Dialog>
  );
}

function PasswordReauthentication({ onConfirmed }: { onConfirmed: () => Promise<void> }) {
  const reauthenticate = useReauthenticateByPassword();
  const { register, handleSubmit, setError, formState } = useForm<{ password: string }>();
  async function submit({ password }: { password: string }) {
    try {
      await reauthenticate.mutateAsync(password);
    } catch (error) {
      setError("password", { message: errorMessage(error) }, { shouldFocus: true });
      return;
    }
    await onConfirmed();
  }
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
      className="space-y-4"
    >
      <PasswordField
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register("password", { required: "Password is required." })}
      />
      <Button type="submit" className="w-full" busy={formState.isSubmitting}>
        Continue
      </Button>
    </form>
  );
}

function PasskeyReauthentication({ onConfirmed }: { onConfirmed: () => Promise<void> }) {
  const reauthenticate = useReauthenticateByPasskey();
  const [error, setError] = useState("");
  async function submit() {
    setError("");
    try {
      await reauthenticate.mutateAsync(undefined);
    } catch (cause) {
      setError(errorMessage(cause));
      return;
    }
    await onConfirmed();
  }
  return (
    <div className="space-y-2">
      <Button
        look="secondary"
        className="w-full"
        busy={reauthenticate.isPending}
        onClick={() => void submit()}
      >
        Use a passkey
      </Button>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}
