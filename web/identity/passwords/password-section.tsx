import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { firstBrokenPasswordRule, passwordHint } from "#shared/accounts/password-rules.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { EndedKeysNote } from "#web/identity/ended-keys-note.tsx";
import { identityClient, type IdentityUser } from "#web/identity/identity-client.ts";
import { toast } from "#web/platform/toast.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { PageSection } from "#web/ui/page-section.tsx";
import { factorsQuery, useChangePassword } from "#web/identity/security-queries.ts";

/** Changes the password, or emails a link to set one if there is none. */
export function PasswordSection({ user }: { user: IdentityUser }) {
  const factors = useQuery(factorsQuery);
  const hasNone = factors.data?.hasPassword === false;
  return (
    <PageSection
      title="Password"
      lead={
        hasNone
          ? "You sign in without a password."
          : "Changing it signs you out on your other devices, and we'll email you about the change."
      }
    >
      {hasNone ? <SetByEmail email={user.email} /> : <ChangeForm />}
    </PageSection>
  );
}

type Passwords = { currentPassword: string; newPassword: string };

function ChangeForm() {
  const change = useChangePassword();
  const { register, handleSubmit, setError, reset, formState } = useForm<Passwords>();
  const { errors, isSubmitting } = formState;

  async function submit(passwords: Passwords) {
    try {
      await change.mutateAsync(passwords);
      toast.success("Your password was changed");
      reset();
    } catch (error) {
      setError(fieldOf(error), { message: errorMessage(error) }, { shouldFocus: true });
    }
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
      className="space-y-4"
    >
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register("currentPassword", { required: "Please enter your current password." })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={passwordHint}
        error={errors.newPassword?.message}
        {...register("newPassword", {
          required: "Please enter a new password.",
          validate: (password) => firstBrokenPasswordRule(password) ?? true,
        })}
      />
      <EndedKeysNote />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {errors.root?.message}
      </p>
      <Button type="submit" look="secondary" size="small" busy={isSubmitting}>
        Change password
      </Button>
    </form>
  );
}

/** The field an error belongs to, or `root`. */
function fieldOf(error: unknown): keyof Passwords | "root" {
  if (!(error instanceof AppError)) return "root";
  if (error.fields?.newPassword) return "newPassword";
  const isAboutCurrent = error.code === "wrong_password" || error.fields?.currentPassword;
  return isAboutCurrent ? "currentPassword" : "root";
}

function SetByEmail({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  async function ask() {
    setBusy(true);
    try {
      await identityClient.requestPasswordReset(email);
      toast.success(`We sent a link to ${email}`);
    } catch (error) {
      toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <p>To add a password, we can email you a link to set one.</p>
      <Button look="secondary" size="small" busy={busy} onClick={() => void ask()}>
        Email me the link
      </Button>
    </>
  );
}
