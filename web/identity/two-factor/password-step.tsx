import { useForm } from "react-hook-form";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import type { ButtonLook } from "#web/ui/button-class.ts";
import { PasswordField } from "#web/ui/fields/password-field.tsx";

/** Asks for the password, if there is one, then runs the action. */
export function PasswordStep({
  hasPassword,
  action,
  look,
  onPassword,
}: {
  hasPassword: boolean;
  /** The button's label. */
  action: string;
  look?: ButtonLook;
  /** @throws Error whose message is shown under the field */
  onPassword: (body: { password?: string }) => Promise<void>;
}) {
  const { register, handleSubmit, setError, formState } = useForm<{ password: string }>();
  async function submit({ password }: { password: string }) {
    try {
      await onPassword(hasPassword ? { password } : {});
    } catch (error) {
      setError(hasPassword ? "password" : "root", { message: errorMessage(error) });
    }
  }
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
      className="space-y-4"
    >
      {hasPassword && (
        <PasswordField
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register("password", { required: "Password is required." })}
        />
      )}
      <Button type="submit" look={look} className="w-full" busy={formState.isSubmitting}>
        {action}
      </Button>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {formState.errors.root?.message}
      </p>
    </form>
  );
}
