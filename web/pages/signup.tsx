import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearchParams } from "react-router";
import { signUpRoles, type SignUpRole } from "#shared/accounts/account.ts";
import { SignInFrame } from "#web/identity/sign-in-frame.tsx";
import { OtherWays } from "#web/identity/other-ways.tsx";
import { GoogleButton } from "#web/identity/third-party/google-button.tsx";
import { SignUpForm } from "#web/identity/sign-up-form.tsx";
import { mayOpen } from "#web/dashboard/dashboard-pages.ts";
import { pageMeta } from "#web/platform/page-meta.ts";
import { useShop } from "#web/platform/root-data.ts";
import { returnPath } from "#web/identity/sessions/return-path.ts";
import { roleQuery } from "#web/identity/sessions/session-queries.ts";
import type { Route } from "./+types/signup";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Register",
    description: "Create an account as a buyer or a seller of used luxury cars.",
    path: "/signup",
  });

export default function SignUpPage() {
  const shop = useShop();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const origin = returnPath(search) ?? "/dashboard";

  async function goOn(email: string) {
    const role = await queryClient.fetchQuery(roleQuery(email));
    await navigate(mayOpen(role, origin) ? origin : "/dashboard");
  }

  return (
    <SignInFrame
      title="Register"
      lead={`Join ${shop.name} to book a car or to sell your own.`}
      aside={
        <>
          Already have an account?{" "}
          <Link
            prefetch="intent"
            to={{ pathname: "/login", search: search.toString() }}
            className="text-link"
          >
            Login
          </Link>
        </>
      }
    >
      <SignUpForm role={wantedRole(search)} onDone={goOn} />
      <OtherWays>
        <GoogleButton from={returnPath(search)} hint="With Google you join as a buyer." />
      </OtherWays>
    </SignInFrame>
  );
}

/** The role to preselect, from the link. */
function wantedRole(search: URLSearchParams): SignUpRole {
  return signUpRoles.find((role) => role === search.get("role")) ?? "Buyer";
}
