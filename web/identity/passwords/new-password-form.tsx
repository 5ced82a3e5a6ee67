import { useState } from "react";
import { useForm } from "react-hook-form";
import { firstBrokenPasswordRule, passwordHint } from "#shared/accounts/password-rules.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { identityClient } from "#web/identity/identity-client.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";

/** Sets a new password with the token of an emailed link. `onOver` is called when the link is no longer valid. */
export function NewPasswordForm({
  token,
  onDone,
  onOver,
}: {
  token: string;
  onDone: () => Promise<void>;
  onOver: () => void;
}) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm<{ password: string }>();

  async function submit({ password }: { password: string }) {
    setRefusal(null);
    try {
      await identityClient.resetPassword(token, password);
      await onDone();
    } catch (error) {
      const beside = error instanceof AppError ? error.fields?.newPassword : undefined;
      if (error instanceof AppError && error.code === "link_over") onOver();
      else if (beside) setError("password", { message: beside }, { shouldFocus: true });
      else setRefusal(errorMessage(error));
    }
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
      className="space-y-6"
    >
      <PasswordField
        autoComplete="new-password"
        hint={passwordHint}
        error={formState.errors.password?.message}
        {...register("password", {
          required: "Password is required.",
          validate: (password) => firstBrokenPasswordRule(password) ?? true,
        })}
      />
      <div className="space-y-4">
        <Button type="submit" className="w-full" busy={formState.isSubmitting}>
          Set new password
        </Button>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {refusal}
        </p>
      </div>
    </form>
  );
}
