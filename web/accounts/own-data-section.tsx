import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { PageSection } from "#web/ui/page-section.tsx";
import { useSaveOwnData } from "./own-data-queries.ts";

/** All that the shop keeps of a person, as a file. */
export function OwnDataSection() {
  const save = useSaveOwnData();
  return (
    <PageSection title="Your data" lead="All that we keep of you, as a file (JSON).">
      <p>
        Your account and how you sign in, cars, bookings, payments and receipts, reports, decisions
        about you, and which mails we sent.
      </p>
      <p className="text-muted">
        Not in it are passwords and keys, the text of our mails, and what belongs to other people.
      </p>
      <Button
        look="secondary"
        size="small"
        busy={save.isPending}
        onClick={() =>
          save.mutate(undefined, { onSuccess: () => toast.success("Your data is downloaded") })
        }
      >
        Download my data
      </Button>
    </PageSection>
  );
}
