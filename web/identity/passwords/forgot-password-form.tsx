import { useForm } from "react-hook-form";
import { identityClient } from "#web/identity/identity-client.ts";
import { toast } from "#web/platform/toast.ts";
import { useHydrated } from "#web/platform/loading/use-hydrated.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

/** Requests a password reset email. `onSent` is called whether or not the address has an account. */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const hydrated = useHydrated();
  const { register, handleSubmit, formState } = useForm<{ email: string }>();

  async function submit({ email }: { email: string }) {
    try {
      await identityClient.requestPasswordReset(email.trim());
      onSent(email.trim());
    } catch (error) {
      toast.error(errorMessage(error));
    }
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
      className="space-y-6"
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={formState.errors.email?.message}
        {...register("email", {
          required: "Email is required.",
          pattern: {
            value: /^\s*\S+@\S+\.\S+\s*$/,
            message: "Please enter a valid email address.",
          },
        })}
      />
      <Button type="submit" className="w-full" disabled={!hydrated} busy={formState.isSubmitting}>
        Email me a link
      </Button>
    </form>
  );
}
