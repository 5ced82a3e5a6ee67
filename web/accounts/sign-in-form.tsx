import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { identityClient } from "#web/platform/identity-client.ts";
import { toast } from "#web/platform/toast.ts";
import { useHydrated } from "#web/platform/use-hydrated.ts";
import { startSession } from "#web/session/start-session.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { PasswordField } from "./password-field.tsx";

type SignInFields = { email: string; password: string };

/** Email and password. Whoever is signed in by it is sent on by the page. `email`: whose account it is to be. */
export function SignInForm({ email: known }: { email?: string | undefined }) {
  const queryClient = useQueryClient();
  const hydrated = useHydrated();
  const { register, handleSubmit, setFocus, formState } = useForm<SignInFields>({
    defaultValues: { email: known ?? "" },
  });

  async function submit({ email, password }: SignInFields) {
    try {
      const user = await identityClient.signIn(email.trim(), password);
      await startSession(queryClient, user);
      toast.success("login Successful");
    } catch (error) {
      toast.error(error instanceof Error ? error.message : "Signing in failed. Please try again.");
      setFocus("password");
    }
  }

  return (
    // `post`, so that a form sent before the page runs never puts a password into an address.
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
        {...register("email", { required: "Email is required." })}
      />
      <PasswordField
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register("password", { required: "Password is required." })}
      />
      <Button type="submit" className="w-full" disabled={!hydrated} busy={formState.isSubmitting}>
        Login
      </Button>
      <p>
        <Link to="/forgot-password" className="text-link">
          Forgot your password?
        </Link>
      </p>
    </form>
  );
}
