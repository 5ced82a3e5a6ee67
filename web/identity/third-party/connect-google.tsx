import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { googleClient } from "./google-client.ts";
import { toast } from "#web/platform/toast.ts";
import { Loading } from "#web/ui/loading.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SignInFrame } from "#web/identity/sign-in-frame.tsx";
import { SignInForm } from "#web/identity/sign-in-form.tsx";

/** Shown when the Google account's email already has an account here: sign in first, then connect. */
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
        <Loading label="Looking up your account" />
      </SignInFrame>
    );
  const email = pending.data ?? null;
  return (
    <SignInFrame
      title="Connect Google"
      lead={
        <>
          An account with{" "}
          <strong className={email ? "wrap-anywhere" : "font-normal"}>
            {email ?? "this email"}
          </strong>{" "}
          already exists. Sign in with your password to connect Google. After that, you can sign in
          either way.
        </>
      }
      aside={
        <>
          Don't know the password, or didn't create that account?{" "}
          <Link to="/forgot-password" className="text-link">
            Reset the password by email
          </Link>
          . That signs out everyone else.
        </>
      }
    >
      <SignInForm email={email ?? undefined} />
    </SignInFrame>
  );
}

/** Connects the account that just signed in to the waiting Google account. */
export function ConnectPendingGoogle({ onDone }: { onDone: () => void }) {
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    googleClient
      .connectPending()
      .then(
        () => toast.success("Google is connected to your account"),
        (error: unknown) =>
          toast.error(
            error instanceof Error
              ? error.message
              : "We could not connect Google. Please try again.",
          ),
      )
      .finally(onDone);
  }, [onDone]);
  return <Loading label="Connecting Google" />;
}
