import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isRouteErrorResponse, useNavigate, useRouteError } from "react-router";
import { signOut } from "#web/session/sign-out.ts";
import { Button } from "#web/ui/button.tsx";
import { NotFound } from "./not-found.tsx";
import { PageTimeout } from "./page-timeout.ts";

/** What stands in place of a page that failed. Used by both layouts' error boundaries and by the root's. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <Failure error={error} />;
}

function Failure({ error }: { error: unknown }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    try {
      await signOut(queryClient);
      await navigate("/login");
    } catch (failure) {
      // As everywhere: a sign-out that fails is logged, and the visitor stays signed in.
      console.error("Signing out failed", failure);
      setLeaving(false);
    }
  }

  return (
    <section role="alert" className="max-w-2xl py-24">
      <h1 className="display text-4xl md:text-6xl">Something went wrong!!!</h1>
      <p className="mt-6 border-l border-brass pl-4 text-danger wrap-anywhere">
        {errorText(error)}
      </p>
      <p className="mt-6 text-muted">Please sign out and log back in.</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {error instanceof PageTimeout && (
          <Button onClick={() => window.location.assign(error.target)}>Reload</Button>
        )}
        <Button look="secondary" busy={leaving} onClick={() => void leave()}>
          Sign out
        </Button>
      </div>
    </section>
  );
}

function errorText(error: unknown): string {
  if (isRouteErrorResponse(error))
    return [error.status, error.statusText, typeof error.data === "string" ? error.data : ""]
      .filter(Boolean)
      .join(" ");
  return error instanceof Error ? error.message : "Unknown error";
}
