import { useMutation, useQueryClient } from "@tanstack/react-query";
import { AppError } from "#shared/errors/app-error.ts";
import { SignInFrame } from "#web/identity/sign-in-frame.tsx";
import { useLinkToken } from "#web/identity/use-link-token.ts";
import { identityClient } from "#web/identity/identity-client.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { sessionKeys } from "#web/identity/sessions/session-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Loading } from "#web/ui/loading.tsx";
import type { Route } from "./+types/verify-email";

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta(matches, "Confirm your email address");

export default function VerifyEmailPage() {
  const token = useLinkToken();
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: (link: string) => identityClient.confirmEmail(link),
    meta: { formShowsErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionKeys.user }),
  });
  const isOver =
    token === "" || (confirm.error instanceof AppError && confirm.error.code === "link_over");
  const lead = isOver
    ? "This link has expired or was already used. Please request a new one."
    : confirm.isSuccess
      ? "Thank you. Your email address is confirmed."
      : "Click the button to confirm that this address is yours.";

  return (
    <SignInFrame
      title="Confirm your email address"
      lead={<span role="status">{lead}</span>}
      aside="If you don't have an account with us, close this page. Nothing will be confirmed."
    >
      {isOver ? (
        <LinkButton to="/dashboard">Request a new link in your dashboard</LinkButton>
      ) : confirm.isSuccess ? (
        <LinkButton to="/dashboard">Go to my dashboard</LinkButton>
      ) : token === undefined ? (
        <Loading label="Checking the link" />
      ) : (
        // Require a click: email scanners open links too.
        <Button busy={confirm.isPending} onClick={() => confirm.mutate(token)}>
          Confirm my email
        </Button>
      )}
      <p role="alert" className="mt-4 text-sm text-danger empty:hidden">
        {!isOver && confirm.error?.message}
      </p>
    </SignInFrame>
  );
}
