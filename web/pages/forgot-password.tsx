import { useState } from "react";
import { Link } from "react-router";
import { resetLinkRule } from "#shared/identity/reset-link.ts";
import { DemoEmailNote } from "#web/email/demo-email-note.tsx";
import { SignInFrame } from "#web/identity/sign-in-frame.tsx";
import { ForgotPasswordForm } from "#web/identity/passwords/forgot-password-form.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { Button } from "#web/ui/button.tsx";
import type { Route } from "./+types/forgot-password";

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta(matches, "Forgot your password?");

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <SignInFrame
      title="Forgot your password?"
      lead="Enter your email address and we'll send you a link to set a new password."
      aside={
        <>
          Remember your password?{" "}
          <Link to="/login" className="text-link">
            Login
          </Link>
        </>
      }
    >
      <div role="status">
        {sentTo && (
          <div className="space-y-4 border-l-2 border-brass pl-4">
            <p className="wrap-anywhere">{`If ${sentTo} has an account, we sent a link to it. ${resetLinkRule}`}</p>
            <p className="text-muted empty:hidden">
              <DemoEmailNote />
            </p>
          </div>
        )}
      </div>
      {sentTo ? (
        <Button look="secondary" className="mt-8" onClick={() => setSentTo(null)}>
          Try another address
        </Button>
      ) : (
        <ForgotPasswordForm onSent={setSentTo} />
      )}
    </SignInFrame>
  );
}
