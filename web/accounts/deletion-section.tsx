import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PageSection } from "#web/ui/page-section.tsx";
import { DeletionDialog } from "./deletion-dialog.tsx";
import { deletionQuery } from "./own-data-queries.ts";
import { InlineError } from "#web/ui/inline-error.tsx";

/** What deleting one's account means, and the way to it; or what stands in the way. */
export function DeletionSection({ user }: { user: IdentityUser }) {
  const deletion = useQuery(deletionQuery);
  const [isAsked, setAsked] = useState(false);
  return (
    <PageSection title="Delete my account" lead="At once, and for good.">
      <p>
        You are signed out everywhere, and cars that you offer leave the shop. Your name, address,
        phone, place, pictures and mails are deleted.
      </p>
      <p>
        What others and our books need stays: bookings, payments, receipts, reports and what admins
        did. It says “Deleted account” where your name stood. Mails that others have received are
        theirs.
      </p>
      {deletion.isPending && <Skeleton className="h-10 w-48" />}
      {deletion.isError && (
        <InlineError
          query={deletion}
          what="We could not look whether you can delete your account."
        />
      )}
      {deletion.data && !deletion.data.isPossible && (
        <div role="status" className="space-y-3 rounded-soft border border-edge p-4">
          <p className="font-medium">Not possible now</p>
          <p>{deletion.data.message}</p>
          <Button
            look="secondary"
            size="small"
            busy={deletion.isFetching}
            onClick={() => void deletion.refetch()}
          >
            Look again
          </Button>
        </div>
      )}
      {deletion.data?.isPossible && (
        <Button look="danger" size="small" onClick={() => setAsked(true)}>
          Delete my account
        </Button>
      )}
      {deletion.data && (
        <DeletionDialog
          open={isAsked && deletion.data.isPossible}
          proof={deletion.data.proof}
          user={user}
          onClose={() => setAsked(false)}
        />
      )}
    </PageSection>
  );
}
