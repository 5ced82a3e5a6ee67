import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { returnPath } from "#web/identity/sessions/return-path.ts";
import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { PageSection } from "#web/ui/page-section.tsx";
import { useBecomeSeller } from "./become-seller-queries.ts";

/** Lets a buyer become a seller, which changes the whole account. */
export function BecomeSellerSection({ user }: { user: IdentityUser }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const change = useBecomeSeller(user.email);
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function confirm() {
    const { modifiedCount, message } = await change.mutateAsync();
    setAsked(false);
    if (modifiedCount === 0) {
      setRefusal(message ?? "Your account was not changed. Refresh the page and try again.");
      return;
    }
    toast.success("You are now a seller");
    await navigate(returnPath(search) ?? "/dashboard/addproduct");
  }

  return (
    <PageSection title="Become a seller" lead="List and advertise your own cars.">
      <p>
        An account can either buy or sell. As a seller you can list cars right away. You get the
        verified badge after an admin checks your details.
      </p>
      {refusal && (
        <div role="alert" className="rounded-soft border border-edge p-4">
          <p className="font-medium">Not possible now</p>
          <p className="mt-2">{refusal}</p>
        </div>
      )}
      <Button
        look="secondary"
        size="small"
        onClick={() => {
          setRefusal(null);
          setAsked(true);
        }}
      >
        Become a seller
      </Button>
      <ConfirmDialog
        open={isAsked}
        title="Become a seller?"
        confirmLabel="Become a seller"
        confirmLook="primary"
        busy={change.isPending}
        onClose={() => setAsked(false)}
        // Failures show as a toast, and the dialog stays open.
        onConfirm={() => void confirm().catch(() => undefined)}
      >
        <p>You can add cars right away. Here is what changes:</p>
        <ul className="mt-3 list-disc space-y-1 pl-5">
          <li>You can no longer book or report cars.</li>
          <li>My Orders goes away. Your receipts stay on this page, under Purchases.</li>
          <li>You cannot change back to a buyer.</li>
        </ul>
      </ConfirmDialog>
    </PageSection>
  );
}
