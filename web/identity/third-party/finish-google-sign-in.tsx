import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { AppError } from "#shared/errors/app-error.ts";
import type { CreatedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { identityClient } from "#web/identity/identity-client.ts";
import { toast } from "#web/platform/toast.ts";
import { startSession } from "#web/identity/sessions/start-session.ts";
import { Button } from "#web/ui/button.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { SignInFrame } from "#web/identity/sign-in-frame.tsx";
import { errorMessage } from "#web/platform/requests/error-message.ts";

/**
 * Finishes a sign-in with Google: creates a buyer record if there is none, fetches the token and shows a toast.
 * `onDone` navigates on.
 */
export function FinishGoogleSignIn({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const begun = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);

  const finish = useCallback(async () => {
    setFailure(null);
    try {
      const user = await identityClient.currentUser();
      if (!user) throw new AppError("token_invalid");
      await api.post<CreatedAnswer>("/users", { name: user.displayName, role: "Buyer" });
      await startSession(queryClient, user);
      toast.success("login Successful");
      onDone();
    } catch (error) {
      setFailure(errorMessage(error, "We could not sign you in. Please try again."));
    }
  }, [queryClient, onDone]);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void finish();
  }, [finish]);

  if (failure === null) return <Loading label="Signing you in" />;
  return (
    <SignInFrame
      title="Almost there"
      lead={<span role="alert">{failure}</span>}
      aside="If this keeps happening, please sign in again."
    >
      <Button onClick={() => void finish()}>Try again</Button>
    </SignInFrame>
  );
}
