import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PageSection } from "#web/ui/page-section.tsx";
import { DeletionDialog } from "./deletion-dialog.tsx";
import { deletionQuery } from "./own-data-queries.ts";
import { InlineError } from "#web/ui/inline-error.tsx";

/** Explains account deletion and offers it, or says why it is not possible now. */
export function DeletionSection({ user }: { user: IdentityUser }) {
  const deletion = useQuery(deletionQuery);
  const [isAsked, setAsked] = useState(false);
  return (
    <PageSection title="Delete my account" lead="Takes effect right away and is permanent.">
      <p>
        We sign you out everywhere and remove your cars from the shop. We delete your name, email
        address, phone, location, pictures and emails.
      </p>
      <p>
        We keep what others need and what we must keep for our records: bookings, payments,
        receipts, reports and admin actions. They show “Deleted account” in place of your name.
        Emails that others already received are not affected.
      </p>
      {deletion.isPending && <Skeleton className="h-10 w-48" />}
      {deletion.isError && (
        <InlineError
          query={deletion}
          what="We could not check whether you can delete your account."
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
            Check again
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
          confirmBy={deletion.data.proof}
          user={user}
          onClose={() => setAsked(false)}
        />
      )}
    </PageSection>
  );
}
