import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { SignInMethods } from "#shared/identity/third-party-contract.ts";
import {
  googleClient,
  readOAuthFlowResult,
  oauthFlowMessages,
  withoutOAuthFlowResult,
} from "./google-client.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { GoogleMark } from "./google-mark.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PageSection } from "#web/ui/page-section.tsx";

const signInMethodsKey = ["google", "ways-in"] as const;

/** Connects and disconnects Google. Renders nothing if the shop doesn't offer it. */
export function GoogleSection({ user }: { user: IdentityUser }) {
  const { googleSignIn } = useShop();
  const signInMethods = useQuery({
    queryKey: signInMethodsKey,
    queryFn: () => googleClient.signInMethods(),
    enabled: googleSignIn,
  });
  useOAuthFlowToast();
  if (!googleSignIn) return null;
  return (
    <PageSection
      title="Sign-in with Google"
      lead="Sign in with your Google account, without a password."
    >
      {signInMethods.isPending && <Skeleton className="h-12 w-full" />}
      {signInMethods.isError && (
        <ErrorState
          title="We could not load this setting"
          onRetry={() => void signInMethods.refetch()}
          retrying={signInMethods.isFetching}
        />
      )}
      {signInMethods.data && <Connection user={user} signInMethods={signInMethods.data} />}
    </PageSection>
  );
}

/** Shows the outcome of an OAuth flow started here, once. */
function useOAuthFlowToast() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const ended = readOAuthFlowResult(search);
  useEffect(() => {
    if (!ended) return;
    if (ended === "connected") toast.success("Google is connected to your account");
    else if (ended in oauthFlowMessages)
      toast.error(oauthFlowMessages[ended as keyof typeof oauthFlowMessages]);
    void navigate({ search: withoutOAuthFlowResult(search) }, { replace: true });
  }, [ended, search, navigate]);
}

function Connection({ user, signInMethods }: { user: IdentityUser; signInMethods: SignInMethods }) {
  if (!signInMethods.google) return <Connect email={user.email} />;
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <GoogleMark />
        <span className="wrap-anywhere">{user.email}</span>
        <Badge tone="good">Connected</Badge>
      </p>
      {signInMethods.password ? (
        <Disconnect />
      ) : (
        <p className="text-muted">
          This is your only way to sign in. To disconnect it,{" "}
          <Link to="/forgot-password" className="text-link">
            set a password by email
          </Link>{" "}
          first.
        </p>
      )}
    </>
  );
}

function Connect({ email }: { email: string }) {
  const connect = useMutation({
    mutationFn: () => googleClient.connect(),
    onSuccess: (url) => window.location.assign(url),
  });
  return (
    <>
      <p className="text-muted">
        Not connected. Use the Google account for your email address,{" "}
        <span className="wrap-anywhere">{email}</span>.
      </p>
      <Button
        look="secondary"
        size="small"
        busy={connect.isPending}
        onClick={() => connect.mutate()}
      >
        {!connect.isPending && <GoogleMark />}
        <span>Connect Google</span>
      </Button>
    </>
  );
}

function Disconnect() {
  const queryClient = useQueryClient();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const disconnect = useMutation({
    mutationFn: () => googleClient.disconnect(),
    onSuccess: () => {
      setDialogOpen(false);
      toast.success("Google is disconnected from your account");
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: signInMethodsKey }),
  });
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setDialogOpen(true)}>
        Disconnect Google
      </Button>
      <ConfirmDialog
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        onConfirm={() => disconnect.mutate()}
        title="Disconnect Google?"
        confirmLabel="Disconnect"
        busy={disconnect.isPending}
      >
        You'll sign in with your password only. You can connect Google again at any time.
      </ConfirmDialog>
    </>
  );
}
