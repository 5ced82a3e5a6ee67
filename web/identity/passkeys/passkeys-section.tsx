import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PasskeyRecord } from "#shared/identity/security-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { type PasskeyObstacle, passkeyObstacle } from "./browser-passkeys.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PageSection } from "#web/ui/page-section.tsx";
import { PasskeyNameDialog } from "./passkey-name-dialog.tsx";
import { ReauthenticationDialog } from "#web/identity/reauthentication-dialog.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import {
  passkeysQuery,
  useAddPasskey,
  useRemovePasskey,
  useRenamePasskey,
} from "#web/identity/security-queries.ts";
import { useReauthentication } from "#web/identity/use-reauthentication.ts";

const nameOf = (passkey: PasskeyRecord) => passkey.name ?? "Passkey";

/** Lists, adds, renames and removes passkeys. */
export function PasskeysSection() {
  const { passkeyOrigin } = useShop();
  const obstacle = passkeyObstacle(passkeyOrigin);
  const reauthentication = useReauthentication();
  const [renamed, setRenamed] = useState<PasskeyRecord | null>(null);
  const [removed, setRemoved] = useState<PasskeyRecord | null>(null);
  const showError = (error: unknown) => void toast.error(errorMessage(error));
  const run = (action: () => Promise<void>) => reauthentication.run(action).catch(showError);

  return (
    <PageSection
      title="Passkeys"
      lead="Sign in with your fingerprint, face, or device PIN. Passkeys can't be guessed or phished."
    >
      <PasskeyList onRename={setRenamed} onRemove={setRemoved} />
      {obstacle ? (
        <Obstacle obstacle={obstacle} origin={passkeyOrigin} />
      ) : (
        <AddPasskey run={run} />
      )}
      {renamed && <RenameDialog passkey={renamed} onClose={() => setRenamed(null)} />}
      <RemoveDialog passkey={removed} run={run} onClose={() => setRemoved(null)} />
      <ReauthenticationDialog
        open={reauthentication.isOpen}
        onClose={reauthentication.cancel}
        onConfirmed={() => reauthentication.confirmed().catch(showError)}
      />
    </PageSection>
  );
}

function PasskeyList({
  onRename,
  onRemove,
}: {
  onRename: (passkey: PasskeyRecord) => void;
  onRemove: (passkey: PasskeyRecord) => void;
}) {
  const passkeys = useQuery(passkeysQuery);
  if (passkeys.isError)
    return <InlineError query={passkeys} what="We could not load your passkeys." />;
  if (!passkeys.data) return <Skeleton className="h-14" />;
  if (passkeys.data.length === 0)
    return <p className="text-muted">You don't have any passkeys yet.</p>;
  return (
    <ul aria-label="Your passkeys" className="divide-y divide-line border-y border-line">
      {passkeys.data.map((passkey) => (
        <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
          <span className="min-w-0 flex-1 basis-48">
            <span className="block font-medium wrap-anywhere">{nameOf(passkey)}</span>
            <span className="block text-sm text-muted">
              Added <Moment at={passkey.createdAt} />
            </span>
          </span>
          <span className="-mx-2 flex gap-x-2">
            <Button
              look="quiet"
              size="small"
              aria-label={`Rename ${isolate(nameOf(passkey))}`}
              onClick={() => onRename(passkey)}
            >
              Rename
            </Button>
            <Button
              look="quiet"
              size="small"
              aria-label={`Remove ${isolate(nameOf(passkey))}`}
              onClick={() => onRemove(passkey)}
            >
              Remove
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Runs an action, after reauthentication if it is needed. */
type Run = (action: () => Promise<void>) => Promise<void>;

function AddPasskey({ run }: { run: Run }) {
  const add = useAddPasskey();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" size="small" busy={add.isPending} onClick={() => setOpen(true)}>
        Add a passkey
      </Button>
      {open && (
        <PasskeyNameDialog
          title="Add a passkey"
          action="Continue"
          onClose={() => setOpen(false)}
          onName={async (name) => {
            setOpen(false);
            await run(async () => {
              await add.mutateAsync(name);
              toast.success(`Added ${isolate(name)}`);
            });
          }}
        />
      )}
    </>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: PasskeyRecord; onClose: () => void }) {
  const rename = useRenamePasskey();
  return (
    <PasskeyNameDialog
      title={`Rename ${isolate(nameOf(passkey))}`}
      action="Save"
      current={nameOf(passkey)}
      onClose={onClose}
      onName={async (name) => {
        await rename.mutateAsync({ id: passkey.id, name });
        onClose();
      }}
    />
  );
}

function RemoveDialog({
  passkey,
  run,
  onClose,
}: {
  passkey: PasskeyRecord | null;
  run: Run;
  onClose: () => void;
}) {
  const remove = useRemovePasskey();
  return (
    <ConfirmDialog
      open={passkey !== null}
      onClose={onClose}
      title={`Remove ${passkey ? nameOf(passkey) : "this passkey"}?`}
      confirmLabel="Remove"
      busy={remove.isPending}
      onConfirm={() => {
        if (!passkey) return;
        onClose();
        void run(async () => {
          await remove.mutateAsync(passkey.id);
          toast.success(`Removed ${isolate(nameOf(passkey))}`);
        });
      }}
    >
      You won't be able to sign in with it. Your device may still offer it, so delete it there too.
    </ConfirmDialog>
  );
}

function Obstacle({ obstacle, origin }: { obstacle: PasskeyObstacle; origin: string | null }) {
  if (obstacle === "browser")
    return <p className="text-muted">This browser does not support passkeys here.</p>;
  if (obstacle === "no-name" || origin === null)
    return (
      <p className="text-muted">
        Passkeys need a domain name, but this shop only has an IP address.
      </p>
    );
  return (
    <p className="text-muted">
      Passkeys work only at{" "}
      <a href={`${origin}/dashboard/account`} className="text-link wrap-anywhere">
        {origin}
      </a>
      <span>{`, and you are on ${window.location.host}.`}</span>
    </p>
  );
}
