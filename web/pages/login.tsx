import { useCallback } from "react";
import { Link, useNavigate, useSearchParams, Navigate } from "react-router";
import type { Role } from "#shared/accounts/account.ts";
import { ConnectGoogle, ConnectPendingGoogle } from "#web/identity/third-party/connect-google.tsx";
import { SignInFrame } from "#web/identity/sign-in-frame.tsx";
import { FinishGoogleSignIn } from "#web/identity/third-party/finish-google-sign-in.tsx";
import { OtherWays } from "#web/identity/other-ways.tsx";
import { GoogleButton } from "#web/identity/third-party/google-button.tsx";
import { OAuthFlowNote } from "#web/identity/third-party/oauth-flow-note.tsx";
import { SignInForm } from "#web/identity/sign-in-form.tsx";
import { mayOpen, rolesFor } from "#web/dashboard/dashboard-pages.ts";
import {
  readOAuthFlowResult,
  withoutOAuthFlowResult,
} from "#web/identity/third-party/google-client.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { pageMeta } from "#web/platform/page-meta.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { returnPath } from "#web/identity/sessions/return-path.ts";
import { signOut } from "#web/identity/sessions/end-session.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Loading } from "#web/ui/loading.tsx";
import type { Route } from "./+types/login";
import { signInReason } from "./sign-in-reason.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Login",
    description: "Sign in to book cars, sell your own, or manage the shop.",
    path: "/login",
  });

export default function LoginPage() {
  const shop = useShop();
  const [search] = useSearchParams();
  const origin = returnPath(search);
  const { status, user, role, roleError } = useSession();
  const ended = readOAuthFlowResult(search);
  const goOn = useGoOn(search);

  if (ended === "done") return <FinishGoogleSignIn onDone={goOn} />;
  if (ended === "exists" && user && role) return <ConnectPendingGoogle onDone={goOn} />;
  if (user && role)
    return mayOpen(role, origin ?? "/dashboard") ? (
      <Navigate to={origin ?? "/dashboard"} replace />
    ) : (
      <WrongRole user={user} role={role} origin={origin ?? "/dashboard"} />
    );
  if (user && roleError)
    return <UnknownRole user={user} message={roleError.message} from={search} />;
  if (status === "signed-in") return <Loading label="Signing you in" />;
  if (ended === "exists") return <ConnectGoogle />;
  // Show the form while the session loads: most visitors here have none.
  return (
    <SignInFrame
      title="Login"
      lead={signInReason(origin) ?? `Welcome back to ${shop.name}.`}
      aside={
        <>
          New here?{" "}
          <Link
            prefetch="intent"
            to={{ pathname: "/signup", search: search.toString() }}
            className="text-link"
          >
            Create an account
          </Link>
        </>
      }
    >
      <OAuthFlowNote ended={ended} />
      <SignInForm startsAtCode={ended === "code"}>
        <GoogleButton from={origin} />
      </SignInForm>
    </SignInFrame>
  );
}

/** Removes the OAuth outcome from the URL; the login page then redirects as usual. */
function useGoOn(search: URLSearchParams): () => void {
  const navigate = useNavigate();
  const rest = withoutOAuthFlowResult(search);
  return useCallback(() => void navigate(`/login?${rest}`, { replace: true }), [navigate, rest]);
}

const roleNames: Record<Role, string> = { Buyer: "a buyer", Seller: "a seller", admin: "an admin" };

/** Signed in with the wrong role for the page. Redirecting there would loop forever. */
function WrongRole({ user, role, origin }: { user: IdentityUser; role: Role; origin: string }) {
  const needed = rolesFor(new URL(origin, "http://here").pathname) ?? [];
  return (
    <SignInFrame
      title="You can't open that page"
      lead={
        <>
          <span>{`It is for ${needed.map((name) => roleNames[name]).join(" or ")}. You are signed in as`}</span>{" "}
          <bdi>{user.displayName}</bdi> <span>{`(${user.email}), ${roleNames[role]}.`}</span>
        </>
      }
      aside="If you sign in with another account, we'll take you straight to that page."
    >
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/dashboard">Go to my dashboard</LinkButton>
        <OtherAccount />
      </div>
    </SignInFrame>
  );
}

/** Signed in, but the shop could not return a role: an unfinished sign-up or an error. */
function UnknownRole({
  user,
  message,
  from,
}: {
  user: IdentityUser;
  message: string;
  from: URLSearchParams;
}) {
  return (
    <SignInFrame
      title="Almost there"
      lead={`You are signed in as ${user.email}. ${message}`}
      aside="If this keeps happening, please try again in a moment."
    >
      <div className="flex flex-wrap gap-3">
        <LinkButton to={{ pathname: "/signup", search: from.toString() }}>
          Finish signing up
        </LinkButton>
        <OtherAccount />
      </div>
      <OtherWays>
        <GoogleButton from={returnPath(from)} />
      </OtherWays>
    </SignInFrame>
  );
}

function OtherAccount() {
  return (
    <Button
      look="secondary"
      onClick={() => {
        signOut().catch((error: unknown) => {
          console.error("Signing out failed", error);
          toast.error("We could not sign you out. Please try again.");
        });
      }}
    >
      Use another account
    </Button>
  );
}
