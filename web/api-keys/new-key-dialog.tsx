import { useState } from "react";
import { AppError } from "#shared/errors/app-error.ts";
import { apiKeyScopes, keyLifetimes, type ApiKeyScope } from "#shared/api-keys/api-key-contract.ts";
import { ReauthenticationDialog } from "#web/identity/reauthentication-dialog.tsx";
import { useReauthentication } from "#web/identity/use-reauthentication.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyText } from "#web/ui/copy-text.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useCreateKey } from "./api-key-queries.ts";
import { scopeWords } from "./scope-words.ts";
import { KeptFields } from "#web/ui/fields/kept-fields.tsx";

const lifetimes = [
  ...keyLifetimes.map((days) => ({ value: String(days), label: `After ${days} days` })),
  { value: "", label: "Never" },
];

/** Creates an API key and shows it once. */
export function NewKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [key, setKey] = useState<string | null>(null);

  function close() {
    onClose();
    setKey(null);
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={key === null ? "New API key" : "Copy your API key"}
      description={
        key === null
          ? "With a key, your own systems can manage your cars here. It acts for you, so give it only what it needs."
          : "This is the only time that we show it. Keep it like a password."
      }
    >
      {key === null ? (
        <KeyForm onCreated={setKey} />
      ) : (
        <div className="flex flex-col gap-6">
          <p className="border-y border-line py-3 font-mono text-sm">
            <CopyText text={key} label="Copy the API key" />
          </p>
          <Button onClick={close}>I have copied it</Button>
        </div>
      )}
    </Dialog>
  );
}

type Errors = { name?: string | undefined; scopes?: string | undefined; form?: string };

function KeyForm({ onCreated }: { onCreated: (key: string) => void }) {
  const create = useCreateKey();
  const reauthentication = useReauthentication();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(["stock:read"]);
  const [lifetime, setLifetime] = useState("365");
  const [errors, setErrors] = useState<Errors>({});

  async function send() {
    const days = keyLifetimes.find((one) => String(one) === lifetime) ?? null;
    const answer = await create.mutateAsync({ name, scopes: [...scopes], expiresInDays: days });
    if (answer.key !== undefined) onCreated(answer.key);
    else setErrors({ form: answer.message ?? "No key was created." });
  }

  const showError = (error: unknown) => {
    const fields = error instanceof AppError ? error.fields : undefined;
    setErrors(
      fields?.name || fields?.scopes
        ? { name: fields.name, scopes: fields.scopes }
        : { form: errorMessage(error) },
    );
  };

  return (
    <>
      <form
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          setErrors({});
          reauthentication.run(send).catch(showError);
        }}
      >
        <KeptFields name="api-key" />
        <TextField
          label="Name"
          hint="What uses the key, such as your stock system"
          value={name}
          maxLength={60}
          autoComplete="off"
          error={errors.name}
          onChange={({ target }) => setName(target.value)}
        />
        <ScopeChoices scopes={scopes} choose={setScopes} error={errors.scopes} />
        <SelectField
          label="Expires"
          value={lifetime}
          options={lifetimes}
          onChange={({ target }) => setLifetime(target.value)}
        />
        <p role="alert" className="text-sm text-danger empty:hidden">
          {errors.form}
        </p>
        <Button type="submit" busy={create.isPending}>
          Create key
        </Button>
      </form>
      {/* Outside of the form, whose submission its own form would trigger. */}
      <ReauthenticationDialog
        open={reauthentication.isOpen}
        onClose={reauthentication.cancel}
        onConfirmed={() => reauthentication.confirmed().catch(showError)}
      />
    </>
  );
}

function ScopeChoices({
  scopes,
  choose,
  error,
}: {
  scopes: readonly ApiKeyScope[];
  choose: (scopes: readonly ApiKeyScope[]) => void;
  error: string | undefined;
}) {
  return (
    <fieldset aria-describedby={error ? "scope-error" : undefined}>
      <legend className="text-sm font-medium">What the key may do</legend>
      {apiKeyScopes.map((scope) => (
        <label key={scope} className="mt-3 flex items-start gap-3">
          <input
            type="checkbox"
            checked={scopes.includes(scope)}
            className="mt-1 size-4.5 shrink-0 accent-action-ink"
            onChange={({ target }) =>
              choose(
                target.checked ? [...scopes, scope] : scopes.filter((other) => other !== scope),
              )
            }
          />
          <span>
            <span>{scopeWords[scope]}</span> <code className="text-sm text-muted">{scope}</code>
          </span>
        </label>
      ))}
      {error && (
        <p id="scope-error" role="alert" className="mt-2 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
