import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { SignInFrame } from "#web/identity/sign-in-frame.tsx";
import { NewPasswordForm } from "#web/identity/passwords/new-password-form.tsx";
import { useLinkToken } from "#web/identity/use-link-token.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { toast } from "#web/platform/toast.ts";
import { signOut } from "#web/identity/sessions/end-session.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Loading } from "#web/ui/loading.tsx";
import type { Route } from "./+types/reset-password";

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta(matches, "Set a new password");

export default function ResetPasswordPage() {
  const token = useLinkToken();
  const navigate = useNavigate();
  // Tied to the token: another link opened in the same window gets a fresh try.
  const [overToken, setOverToken] = useState<string | null>(null);

  async function goToLogin() {
    // Changing the password ended every session, so clear this browser's too.
    await signOut().catch((error: unknown) => console.error(error));
    toast.success("Your password was changed. Please sign in.");
    await navigate("/login", { replace: true });
  }

  const isOver = token === "" || overToken === token;
  return (
    <SignInFrame
      title="Set a new password"
      lead={
        isOver
          ? "This link has expired or was already used. Please request a new one."
          : "This signs you out on all devices and ends your API keys, if you have any."
      }
      aside={
        <>
          Remember your password?{" "}
          <Link to="/login" className="text-link">
            Login
          </Link>
        </>
      }
    >
      {isOver ? (
        <LinkButton to="/forgot-password">Request a new link</LinkButton>
      ) : token === undefined ? (
        <Loading label="Checking the link" />
      ) : (
        <NewPasswordForm
          key={token}
          token={token}
          onDone={goToLogin}
          onOver={() => setOverToken(token)}
        />
      )}
    </SignInFrame>
  );
}
