import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "#web/platform/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PageSection } from "#web/ui/page-section.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { PasswordStep } from "./password-step.tsx";
import { ReauthenticationDialog } from "#web/identity/reauthentication-dialog.tsx";
import {
  factorsQuery,
  useDisableTwoFactor,
  useNewBackupCodes,
} from "#web/identity/security-queries.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { TwoFactorDialog } from "./two-factor-dialog.tsx";
import { useReauthentication } from "#web/identity/use-reauthentication.ts";

type OpenDialog = "on" | "off" | "backup codes";

/** Turns two-factor authentication on and off and creates backup codes. */
export function TwoFactorSection() {
  const factors = useQuery(factorsQuery);
  const reauthentication = useReauthentication();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);

  async function open(next: OpenDialog) {
    // Users with a password enter it in the dialog. Without one, refetch: the reauthentication may have expired.
    const { data } = factors.data?.hasPassword ? factors : await factors.refetch();
    if (data?.hasPassword || data?.isReauthenticated) setDialog(next);
    else reauthentication.confirmThen(async () => setDialog(next));
  }

  return (
    <PageSection
      title="Two-factor authentication"
      lead="After your password, we ask for a code from an app on your phone. Passkeys don't need a code."
    >
      {factors.isError ? (
        <InlineError query={factors} what="We could not load this setting." />
      ) : !factors.data ? (
        <Skeleton className="h-9 w-60" />
      ) : factors.data.hasTwoFactor ? (
        <>
          <p>
            <Badge tone="good">On</Badge>
          </p>
          <p className="flex flex-wrap gap-3">
            <Button look="secondary" size="small" onClick={() => void open("backup codes")}>
              Create new backup codes
            </Button>
            <Button look="quiet" size="small" onClick={() => void open("off")}>
              Turn off
            </Button>
          </p>
        </>
      ) : (
        <Button look="secondary" size="small" onClick={() => void open("on")}>
          Turn on
        </Button>
      )}
      {factors.data && dialog === "on" && (
        <TwoFactorDialog hasPassword={factors.data.hasPassword} onClose={close} />
      )}
      {factors.data && dialog === "off" && (
        <OffDialog hasPassword={factors.data.hasPassword} onClose={close} />
      )}
      {factors.data && dialog === "backup codes" && (
        <BackupDialog hasPassword={factors.data.hasPassword} onClose={close} />
      )}
      <ReauthenticationDialog
        open={reauthentication.isOpen}
        onClose={reauthentication.cancel}
        onConfirmed={reauthentication.confirmed}
      />
    </PageSection>
  );
}

type DialogProps = { hasPassword: boolean; onClose: () => void };

function OffDialog({ hasPassword, onClose }: DialogProps) {
  const disable = useDisableTwoFactor();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Turn off two-factor authentication?"
      description="You'll sign in with your password alone. The app entry and your backup codes will stop working."
    >
      <PasswordStep
        hasPassword={hasPassword}
        action="Turn off"
        look="danger"
        onPassword={async (body) => {
          await disable.mutateAsync(body);
          toast.success("Two-factor authentication is off");
          onClose();
        }}
      />
    </Dialog>
  );
}

function BackupDialog({ hasPassword, onClose }: DialogProps) {
  const renew = useNewBackupCodes();
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={codes ? "Your backup codes" : "Create new backup codes?"}
      description={!codes && "Your current codes will stop working."}
    >
      {codes ? (
        <BackupCodes codes={codes} onDone={onClose} />
      ) : (
        <PasswordStep
          hasPassword={hasPassword}
          action="Create new backup codes"
          onPassword={async (body) => setCodes((await renew.mutateAsync(body)).backupCodes)}
        />
      )}
    </Dialog>
  );
}
