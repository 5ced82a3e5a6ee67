import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SessionRecord } from "#shared/identity/security-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { toast } from "#web/platform/toast.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PageSection } from "#web/ui/page-section.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import {
  sessionsQuery,
  useEndOtherSessions,
  useEndSession,
} from "#web/identity/security-queries.ts";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

/** Lists signed-in devices and signs them out. */
export function SessionsSection() {
  const sessions = useQuery(sessionsQuery);
  const endOthers = useEndOtherSessions();
  const others = sessions.data?.filter(({ isThisDevice }) => !isThisDevice).length ?? 0;

  async function signOutOthers() {
    try {
      await endOthers.mutateAsync(undefined);
      toast.success("Your other devices were signed out");
    } catch (error) {
      toast.error(errorMessage(error));
    }
  }

  return (
    <PageSection
      title="Where you are signed in"
      lead="Signing out a device takes effect right away. If you don't recognize one, change your password too."
    >
      {sessions.isError ? (
        <InlineError query={sessions} what="We could not load your sessions." />
      ) : !sessions.data ? (
        <Skeleton className="h-28" />
      ) : (
        <ul aria-label="Your sessions" className="divide-y divide-line border-y border-line">
          {sessions.data.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-3">
        {others > 0 && (
          <Button
            look="secondary"
            size="small"
            busy={endOthers.isPending}
            onClick={() => void signOutOthers()}
          >
            Sign out other devices
          </Button>
        )}
        <SignOutEverywhere />
      </p>
    </PageSection>
  );
}

function Session({ session }: { session: SessionRecord }) {
  const end = useEndSession();
  const [isEnded, setEnded] = useState(false);

  async function signOutThere() {
    try {
      await end.mutateAsync(session.id);
      setEnded(true);
      toast.success(`${isolate(session.device)} was signed out`);
    } catch (error) {
      toast.error(errorMessage(error));
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <span className="min-w-0 flex-1 basis-56">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          <span>{session.device}</span>
          {session.isThisDevice && <Badge tone="good">This device</Badge>}
        </span>
        <span className="block text-sm text-muted">
          <span>{session.address ? `${session.address}, since` : "since"}</span>{" "}
          <Moment at={session.begunAt} />
        </span>
        <span className="block text-sm text-muted">
          Last seen <Moment at={session.lastSeenAt} />
        </span>
      </span>
      {!session.isThisDevice && !isEnded && (
        <Button
          look="quiet"
          size="small"
          className="-mr-2"
          aria-label={`Sign out ${isolate(session.device)}`}
          busy={end.isPending}
          onClick={() => void signOutThere()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
