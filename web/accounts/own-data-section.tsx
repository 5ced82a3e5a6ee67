import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { PageSection } from "#web/ui/page-section.tsx";
import { useSaveOwnData } from "./own-data-queries.ts";

/** Everything stored about the account, as a file. */
export function OwnDataSection() {
  const save = useSaveOwnData();
  return (
    <PageSection title="Your data" lead="Everything we store about you, as a JSON file.">
      <p>
        Includes your account and sign-in methods, cars, bookings, payments and receipts, reports,
        moderation decisions about you, and a list of the emails we sent you.
      </p>
      <p className="text-muted">
        Does not include passwords and keys, the text of our emails, or other people's data.
      </p>
      <Button
        look="secondary"
        size="small"
        busy={save.isPending}
        onClick={() =>
          save.mutate(undefined, { onSuccess: () => toast.success("Your data was downloaded") })
        }
      >
        Download my data
      </Button>
    </PageSection>
  );
}
