import { useEffect, useState } from "react";
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from "react-router";
import { isOffline, useOffline } from "#web/platform/requests/connection.ts";
import {
  FailedScript,
  isFailedScript,
  loadDocument,
  loadOnce,
} from "#web/platform/loading/failed-script.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { NotFound } from "./not-found.tsx";
import { PageTimeout } from "./page-timeout.ts";

const patienceMs = 15_000;

/**
 * Replaces a page that failed. Used by the error boundaries of both layouts and the root, and for a page whose script could
 * not be loaded, which reaches no boundary.
 */
export function ErrorPage({ error: given }: { error?: FailedScript }) {
  const caught = useRouteError();
  const error = given ?? caught;
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (isRouteErrorResponse(error) && error.status === 405) return <SentTooEarly />;
  return <Failure error={error} />;
}

/** A form was sent to its page, which happens only before the page's script runs, or without it. */
function SentTooEarly() {
  const { pathname, search } = useLocation();
  return (
    <section role="alert" className="max-w-2xl py-12 md:py-20">
      <h1 className="page-title">That was too early</h1>
      <p className="mt-6 text-muted">
        The form was sent before the page had finished loading, so nothing was saved. Open the page
        again, and wait until its button can be pressed. The form needs JavaScript.
      </p>
      <p className="mt-8">
        <a href={`${pathname}${search}`} className={buttonClass("primary")}>
          Open the page again
        </a>
      </p>
    </section>
  );
}

function Failure({ error }: { error: unknown }) {
  const { status } = useSession();
  const offline = useOffline();
  const [isWaiting] = useState(offline && isNotLoaded(error));
  const isNewVersion = useNewVersion(error);
  useEffect(() => {
    if (isWaiting && !offline) loadDocument(targetOf(error));
  }, [isWaiting, offline, error]);
  return (
    <section role="alert" className="max-w-2xl py-12 md:py-20">
      <h1 className="page-title">Something went wrong!!!</h1>
      <p className="mt-6 border-l border-brass pl-4 text-danger wrap-anywhere">
        {isNewVersion ? "There is a new version of the shop. Load it to go on." : errorText(error)}
      </p>
      {!isWaiting && !isNewVersion && (
        <p className="mt-6 text-muted">
          {status === "signed-out"
            ? "Please try again in a moment."
            : "Please try again. If that does not help, sign out and log back in."}
        </p>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <TryAgain error={error} label={isNewVersion ? "Load the new version" : "Try again"} />
        {!isWaiting && !isNewVersion && <SignOut />}
      </div>
    </section>
  );
}

/**
 * Whether the shop answers, but a script of this page is gone: the page is from before an upgrade. It reloads itself once;
 * true only if that did not help.
 */
function useNewVersion(error: unknown): boolean {
  const [isNewVersion, setNewVersion] = useState(false);
  useEffect(() => {
    if (!isFailedScript(error) || isOffline()) return;
    let isCurrent = true;
    const target = targetOf(error);
    void answers(target ?? window.location.href).then((isReachable) => {
      if (isCurrent && isReachable && !loadOnce(target)) setNewVersion(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [error]);
  return isNewVersion;
}

/** Reloads the page once the shop responds; offline, the browser would show its own error page. */
function TryAgain({ error, label }: { error: unknown; label: string }) {
  const [trying, setTrying] = useState(false);
  const [failed, setFailed] = useState(false);
  const target = targetOf(error);

  async function tryAgain() {
    setTrying(true);
    setFailed(false);
    if (await answers(target ?? window.location.href)) {
      loadDocument(target);
      return;
    }
    setTrying(false);
    setFailed(true);
  }

  return (
    <>
      <Button busy={trying} onClick={() => void tryAgain()}>
        {error instanceof PageTimeout ? "Reload" : label}
      </Button>
      <p role="status" className="order-last w-full text-muted empty:hidden">
        {failed && "We still could not reach the shop. Please check your connection."}
      </p>
    </>
  );
}

/** The page that was asked for, if it is not this one. */
function targetOf(error: unknown): string | null {
  return error instanceof PageTimeout || error instanceof FailedScript ? error.target : null;
}

async function answers(url: string): Promise<boolean> {
  const init = {
    method: "HEAD",
    cache: "no-store",
    signal: AbortSignal.timeout(patienceMs),
  } as const;
  return fetch(url, init).then(
    () => true,
    () => false,
  );
}

function SignOut() {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    try {
      const { signOut } = await import("#web/identity/sessions/end-session.ts");
      await signOut();
      await navigate("/login");
    } catch (failure) {
      // As specified: a failed sign-out is only logged, and the user stays signed in.
      console.error("Signing out failed", failure);
      setLeaving(false);
    }
  }

  return (
    <Button look="secondary" busy={leaving} onClick={() => void leave()}>
      Sign out
    </Button>
  );
}

function errorText(error: unknown): string {
  if (isRouteErrorResponse(error))
    return [error.status, error.statusText, typeof error.data === "string" ? error.data : ""]
      .filter(Boolean)
      .join(" ");
  if (isNotLoaded(error))
    return isOffline()
      ? "You are offline. Check your connection, then try again."
      : "Part of this page could not be loaded. Check your connection, then try again.";
  return error instanceof Error ? error.message : "Unknown error";
}

/** Whether a script or request failed to load. Browsers differ only in the message; there is no code to check. */
function isNotLoaded(error: unknown): boolean {
  const pattern =
    /^(Failed to fetch|NetworkError when|Load failed|Importing a module script|error loading dynamically)/i;
  return (
    error instanceof FailedScript || (error instanceof TypeError && pattern.test(error.message))
  );
}
