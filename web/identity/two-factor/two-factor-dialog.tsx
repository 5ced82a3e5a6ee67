import { useState } from "react";
import { useForm } from "react-hook-form";
import type { TwoFactorSetUp } from "#shared/identity/security-contract.ts";
import { appCode } from "./app-code.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyText } from "#web/ui/copy-text.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { PasswordStep } from "./password-step.tsx";
import { QrCode } from "./qr-code.tsx";
import { useBeginTwoFactor, useFinishTwoFactor } from "#web/identity/security-queries.ts";

/** Sets up two-factor authentication: password, authenticator app and first code, backup codes. */
export function TwoFactorDialog({
  hasPassword,
  onClose,
}: {
  hasPassword: boolean;
  onClose: () => void;
}) {
  const begin = useBeginTwoFactor();
  const [setUp, setSetUp] = useState<TwoFactorSetUp | null>(null);
  const [isOn, setOn] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      title={isOn ? "Your backup codes" : "Set up two-factor authentication"}
      description={!setUp && "You need an authenticator app, such as one on your phone."}
    >
      {!setUp ? (
        <PasswordStep
          hasPassword={hasPassword}
          action="Continue"
          onPassword={async (body) => setSetUp(await begin.mutateAsync(body))}
        />
      ) : isOn ? (
        <BackupCodes codes={setUp.backupCodes} onDone={onClose} />
      ) : (
        <FirstCode uri={setUp.totpURI} onDone={() => setOn(true)} />
      )}
    </Dialog>
  );
}

function FirstCode({ uri, onDone }: { uri: string; onDone: () => void }) {
  const finish = useFinishTwoFactor();
  const { register, handleSubmit, setError, formState } = useForm<{ code: string }>();
  const secret = new URL(uri).searchParams.get("secret") ?? "";

  async function submit({ code }: { code: string }) {
    try {
      await finish.mutateAsync(code.trim());
    } catch (error) {
      setError("code", { message: errorMessage(error) }, { shouldFocus: true });
      return;
    }
    onDone();
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="space-y-6">
      <p>Scan this code with the app, or enter the key.</p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p className="text-sm">
        <span className="block text-muted">Key</span>
        <CopyText text={secret.replaceAll(/(.{4})(?=.)/g, "$1 ")} label="Copy the key" />
      </p>
      <TextField
        label="Current code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={formState.errors.code?.message}
        {...register("code", {
          required: "Please enter the code.",
          pattern: appCode,
        })}
      />
      <Button type="submit" className="w-full" busy={formState.isSubmitting}>
        Turn on
      </Button>
    </form>
  );
}
