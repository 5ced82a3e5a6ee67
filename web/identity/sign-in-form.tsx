import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { identityClient, type IdentityUser } from "./identity-client.ts";
import { dismissToast, toast } from "#web/platform/toast.ts";
import { useHydrated } from "#web/platform/loading/use-hydrated.ts";
import { startSession } from "#web/identity/sessions/start-session.ts";
import { Button } from "#web/ui/button.tsx";
import type { Elements } from "#web/ui/fields/elements.ts";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { CodeForm } from "#web/identity/two-factor/code-form.tsx";
import { OtherWays } from "./other-ways.tsx";
import { PasskeyButton } from "#web/identity/passkeys/passkey-button.tsx";
import { errorMessage } from "#web/platform/requests/error-message.ts";

type SignInFields = { email: string; password: string };

/**
 * Signs in with email and password and, if the account needs it, a two-factor code, or in another way. The
 * page handles what comes next. `email`: prefilled address. `startsAtCode`: another provider has verified the user
 * already. `children`: buttons of further ways.
 */
export function SignInForm({
  email: givenEmail,
  startsAtCode = false,
  children,
}: {
  email?: string | undefined;
  startsAtCode?: boolean;
  children?: Elements;
}) {
  const queryClient = useQueryClient();
  const hydrated = useHydrated();
  const { register, handleSubmit, setFocus, formState } = useForm<SignInFields>({
    // Without one, the form keeps what was typed before it was hydrated.
    defaultValues: { email: givenEmail },
  });

  /** The toast of the last try that failed. */
  const failure = useRef<string | null>(null);
  const [needsCode, setNeedsCode] = useState(startsAtCode);

  async function enter(user: IdentityUser) {
    await startSession(queryClient, user);
    toast.success("login Successful");
  }

  async function submit({ email, password }: SignInFields) {
    if (failure.current) dismissToast(failure.current);
    try {
      const user = await identityClient.signIn(email.trim(), password);
      if (user) await enter(user);
      else setNeedsCode(true);
    } catch (error) {
      failure.current = toast.error(
        errorMessage(error, "We could not sign you in. Please try again."),
      );
      setFocus("password");
    }
  }

  if (needsCode)
    return (
      <>
        <CodeForm
          onCode={async (kind, code) => enter(await identityClient.giveCode(kind, code))}
          onStartOver={() => setNeedsCode(false)}
        />
        <OtherWays>{children}</OtherWays>
      </>
    );
  return (
    <>
      {/* `post`, so that a form submitted before hydration never puts the password in the URL. */}
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
        <div className="relative">
          <PasswordField
            autoComplete="current-password"
            error={formState.errors.password?.message}
            {...register("password", { required: "Password is required." })}
          />
          <ForgotPassword />
        </div>
        <Button type="submit" className="w-full" disabled={!hydrated} busy={formState.isSubmitting}>
          Login
        </Button>
      </form>
      <OtherWays>
        <PasskeyButton onUser={enter} />
        {children}
      </OtherWays>
    </>
  );
}

/** Beside the label of the password; the keyboard reaches it after the field. */
function ForgotPassword() {
  return (
    <p className="absolute end-0 -top-1 text-sm">
      <Link
        prefetch="intent"
        to="/forgot-password"
        className="text-link inline-flex min-h-8 items-center"
      >
        Forgot your password?
      </Link>
    </p>
  );
}
