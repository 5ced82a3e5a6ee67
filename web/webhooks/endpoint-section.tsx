import { useState } from "react";
import { AppError } from "#shared/errors/app-error.ts";
import type { WebhookEndpoint } from "#shared/webhooks/webhook-contract.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { CopyText } from "#web/ui/copy-text.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useRemoveWebhook, useReplaceSecret, useSetWebhook } from "./webhook-queries.ts";
import { KeptFields } from "#web/ui/fields/kept-fields.tsx";

/** The webhook's URL and secret. */
export function EndpointSection({ endpoint }: { endpoint: WebhookEndpoint | null }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      {endpoint?.disabledAt && (
        <p role="status" className="mb-6 border-l-2 border-danger bg-raised px-4 py-3">
          This webhook is disabled, because every delivery failed for three days. Save its URL to
          enable it.
        </p>
      )}
      <UrlForm key={endpoint?.url ?? ""} endpoint={endpoint} onSecret={setSecret} />
      {endpoint && <EndpointActions onSecret={setSecret} />}
      <Dialog
        open={secret !== null}
        onClose={() => setSecret(null)}
        title="Copy your signing secret"
        description="This is the only time that we show it. Check the signature of each webhook with it."
      >
        <div className="flex flex-col gap-6">
          <p className="border-y border-line py-3 font-mono text-sm">
            <CopyText text={secret ?? ""} label="Copy the secret" />
          </p>
          <Button onClick={() => setSecret(null)}>I have copied it</Button>
        </div>
      </Dialog>
    </>
  );
}

function UrlForm({
  endpoint,
  onSecret,
}: {
  endpoint: WebhookEndpoint | null;
  onSecret: (secret: string) => void;
}) {
  const save = useSetWebhook();
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [error, setError] = useState<string | undefined>();

  async function submit() {
    setError(undefined);
    try {
      const { modifiedCount, message, secret } = await save.mutateAsync(url.trim());
      announceOutcome(modifiedCount, message, "Webhook saved");
      if (secret !== undefined) onSecret(secret);
    } catch (failure) {
      const field = failure instanceof AppError ? failure.fields?.url : undefined;
      setError(field ?? errorMessage(failure));
    }
  }

  return (
    <form
      noValidate
      className="flex max-w-2xl flex-wrap items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <KeptFields name="webhook" />
      <div className="min-w-64 flex-1">
        <TextField
          label="URL"
          type="url"
          hint="HTTPS, reachable from the internet"
          value={url}
          maxLength={500}
          autoComplete="off"
          error={error}
          onChange={({ target }) => setUrl(target.value)}
        />
      </div>
      <Button type="submit" className="mt-7" busy={save.isPending}>
        {endpoint ? "Save" : "Add webhook"}
      </Button>
    </form>
  );
}

function EndpointActions({ onSecret }: { onSecret: (secret: string) => void }) {
  const replace = useReplaceSecret();
  const remove = useRemoveWebhook();
  const [asked, setAsked] = useState<"secret" | "removal" | null>(null);

  async function replaceSecret() {
    const { secret } = await replace.mutateAsync(undefined);
    setAsked(null);
    if (secret !== undefined) onSecret(secret);
  }

  async function removeWebhook() {
    const { deletedCount, message } = await remove.mutateAsync(undefined);
    setAsked(null);
    announceOutcome(deletedCount, message, "Webhook removed");
  }

  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <Button look="secondary" size="small" onClick={() => setAsked("secret")}>
        New secret
      </Button>
      <Button look="quiet" size="small" onClick={() => setAsked("removal")}>
        Remove webhook
      </Button>
      <ConfirmDialog
        open={asked === "secret"}
        title="Replace the secret?"
        confirmLabel="Replace"
        confirmLook="primary"
        busy={replace.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => void replaceSecret().catch(() => undefined)}
      >
        Webhooks are signed with the new one right away.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === "removal"}
        title="Remove the webhook?"
        confirmLabel="Remove"
        busy={remove.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => void removeWebhook().catch(() => undefined)}
      >
        We send nothing more, and the list below is deleted. This cannot be undone.
      </ConfirmDialog>
    </div>
  );
}
