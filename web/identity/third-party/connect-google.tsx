import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { googleClient } from "./google-client.ts";
import { toast } from "#web/platform/toast.ts";
import { Loading } from "#web/ui/loading.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SignInFrame } from "#web/identity/sign-in-frame.tsx";
import { SignInForm } from "#web/identity/sign-in-form.tsx";

/** For who came from Google with an email that has an account here: that account is opened first, and then connected. */
export function ConnectGoogle() {
  const pending = useQuery({
    queryKey: ["google", "pending"],
    queryFn: () => googleClient.pendingEmail(),
    staleTime: 0,
    gcTime: 0,
  });
  if (pending.isPending)
    return (
      <SignInFrame title="Connect Google" lead={<Skeleton className="h-12 w-full" />} aside={null}>
        <Loading label="Looking for your account" />
      </SignInFrame>
    );
  const email = pending.data ?? null;
  return (
    <SignInFrame
      title="Connect Google"
      lead={
        <>
          An account with{" "}
          {email ? <strong className="wrap-anywhere">{email}</strong> : "this email"} exists
          already. Sign in with its password to connect it with Google; from then on either opens
          it.
        </>
      }
      aside={
        <>
          You do not know the password, or did not make that account?{" "}
          <Link to="/forgot-password" className="text-link">
            Set a new one by mail
          </Link>
          : it signs everybody else out.
        </>
      }
    >
      <SignInForm email={email ?? undefined} />
    </SignInFrame>
  );
}

/** Connects the account that has just been signed in with the Google account that waits for it. */
export function ConnectPendingGoogle({ onDone }: { onDone: () => void }) {
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    googleClient
      .connectPending()
      .then(
        () => toast.success("Google is connected with your account"),
        (error: unknown) =>
          toast.error(error instanceof Error ? error.message : "Google was not connected."),
      )
      .finally(onDone);
  }, [onDone]);
  return <Loading label="Connecting Google" />;
}
