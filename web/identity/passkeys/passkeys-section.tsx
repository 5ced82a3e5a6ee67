import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PasskeyRecord } from "#shared/identity/security-contract.ts";
import { type PasskeyObstacle, passkeyObstacle } from "./browser-passkeys.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { errorMessage } from "#web/platform/error-message.ts";
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
  const passkeys = useQuery(passkeysQuery);
  const [add, rename, remove] = [useAddPasskey(), useRenamePasskey(), useRemovePasskey()];
  const proof = useReauthentication();
  const [adding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<PasskeyRecord | null>(null);
  const [removed, setRemoved] = useState<PasskeyRecord | null>(null);

  const run = (action: () => Promise<void>) =>
    proof.run(action).catch((error: unknown) => void toast.error(errorMessage(error)));

  return (
    <PageSection
      title="Passkeys"
      lead="Sign in with your fingerprint, face, or device PIN. Passkeys can't be guessed or phished."
    >
      {passkeys.isError ? (
        <InlineError query={passkeys} what="We could not load your passkeys." />
      ) : !passkeys.data ? (
        <Skeleton className="h-14" />
      ) : passkeys.data.length === 0 ? (
        <p className="text-muted">You don't have any passkeys yet.</p>
      ) : (
        <ul aria-label="Your passkeys" className="divide-y divide-line border-y border-line">
          {passkeys.data.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
              <span className="min-w-0 flex-1 basis-48">
                <span className="block font-medium wrap-anywhere">{nameOf(passkey)}</span>
                <span className="block text-sm text-muted">
                  Added <Moment at={passkey.createdAt} />
                </span>
              </span>
              <span className="flex gap-x-2">
                <Button
                  look="quiet"
                  size="small"
                  aria-label={`Rename ${nameOf(passkey)}`}
                  onClick={() => setRenamed(passkey)}
                >
                  Rename
                </Button>
                <Button
                  look="quiet"
                  size="small"
                  aria-label={`Remove ${nameOf(passkey)}`}
                  onClick={() => setRemoved(passkey)}
                >
                  Remove
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {obstacle ? (
        <Obstacle obstacle={obstacle} origin={passkeyOrigin} />
      ) : (
        <Button look="secondary" size="small" busy={add.isPending} onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      )}
      {adding && (
        <PasskeyNameDialog
          title="Add a passkey"
          action="Continue"
          onClose={() => setAdding(false)}
          onName={async (name) => {
            setAdding(false);
            await run(async () => {
              await add.mutateAsync(name);
              toast.success(`Added ${name}`);
            });
          }}
        />
      )}
      {renamed && (
        <PasskeyNameDialog
          title={`Rename ${nameOf(renamed)}`}
          action="Save"
          current={nameOf(renamed)}
          onClose={() => setRenamed(null)}
          onName={async (name) => {
            await rename.mutateAsync({ id: renamed.id, name });
            setRenamed(null);
          }}
        />
      )}
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Remove ${removed ? nameOf(removed) : "this passkey"}?`}
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={() => {
          if (!removed) return;
          setRemoved(null);
          void run(async () => {
            await remove.mutateAsync(removed.id);
            toast.success(`Removed ${nameOf(removed)}`);
          });
        }}
      >
        You won't be able to sign in with it. Your device may still offer it, so delete it there
        too.
      </ConfirmDialog>
      <ReauthenticationDialog
        open={proof.isAsking}
        onClose={proof.cancel}
        onProved={() =>
          proof.proved().catch((error: unknown) => void toast.error(errorMessage(error)))
        }
      />
    </PageSection>
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
      , and you are on {window.location.host}.
    </p>
  );
}
