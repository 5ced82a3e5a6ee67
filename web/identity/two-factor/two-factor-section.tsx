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

type Asked = "on" | "off" | "backup codes" | null;

/** Codes from an authenticator app, asked for after the password. */
export function TwoFactorSection() {
  const factors = useQuery(factorsQuery);
  const proof = useReauthentication();
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);

  async function ask(what: Exclude<Asked, null>) {
    // Who has a password gives it in the dialog itself; a proof may have run out since it was read.
    const { data } = factors.data?.hasPassword ? factors : await factors.refetch();
    if (data?.hasPassword || data?.isReauthenticated) setAsked(what);
    else proof.ask(async () => setAsked(what));
  }

  return (
    <PageSection
      title="Code from an app"
      lead="After your password we ask for a code that only your phone shows. A passkey does not need it."
    >
      {factors.isError ? (
        <InlineError query={factors} what="This could not be read." />
      ) : !factors.data ? (
        <Skeleton className="h-9 w-60" />
      ) : factors.data.hasTwoFactor ? (
        <>
          <p>
            <Badge tone="good">On</Badge>
          </p>
          <p className="flex flex-wrap gap-3">
            <Button look="secondary" size="small" onClick={() => void ask("backup codes")}>
              Make new backup codes
            </Button>
            <Button look="quiet" size="small" onClick={() => void ask("off")}>
              Turn codes off
            </Button>
          </p>
        </>
      ) : (
        <Button look="secondary" size="small" onClick={() => void ask("on")}>
          Turn codes on
        </Button>
      )}
      {factors.data && asked === "on" && (
        <TwoFactorDialog hasPassword={factors.data.hasPassword} onClose={close} />
      )}
      {factors.data && asked === "off" && (
        <OffDialog hasPassword={factors.data.hasPassword} onClose={close} />
      )}
      {factors.data && asked === "backup codes" && (
        <BackupDialog hasPassword={factors.data.hasPassword} onClose={close} />
      )}
      <ReauthenticationDialog
        open={proof.isAsking}
        onClose={proof.cancel}
        onProved={proof.proved}
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
      title="Turn codes off?"
      description="Your password alone will sign you in. The app’s entry and the backup codes become worthless."
    >
      <PasswordStep
        hasPassword={hasPassword}
        action="Turn codes off"
        look="danger"
        onPassword={async (body) => {
          await disable.mutateAsync(body);
          toast.success("Codes are off");
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
      title={codes ? "Your backup codes" : "Make new backup codes?"}
      description={!codes && "Those you have become worthless."}
    >
      {codes ? (
        <BackupCodes codes={codes} onDone={onClose} />
      ) : (
        <PasswordStep
          hasPassword={hasPassword}
          action="Make new backup codes"
          onPassword={async (body) => setCodes((await renew.mutateAsync(body)).backupCodes)}
        />
      )}
    </Dialog>
  );
}
