import type { FeedFetch } from "#shared/feeds/feed-fetch-contract.ts";
import { TextAreaField } from "#web/ui/fields/text-area-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

export type EnteredLogin = { username: string; password: string; privateKey: string };

type FeedLoginFieldsProps = {
  isSftp: boolean;
  stored: FeedFetch | null;
  entered: EnteredLogin;
  errors: Record<string, string>;
  onChange: (entered: EnteredLogin) => void;
};

const keepHint = "Stored. Leave empty to keep it.";

/** How the shop logs in to the server of a feed's file. */
export function FeedLoginFields({
  isSftp,
  stored,
  entered,
  errors,
  onChange,
}: FeedLoginFieldsProps) {
  return (
    <>
      <div className="mt-6 grid gap-6 sm:grid-cols-2">
        <TextField
          label="User name"
          optional={!isSftp}
          value={entered.username}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username}
          onChange={({ target }) => onChange({ ...entered, username: target.value })}
        />
        <TextField
          label="Password of the server"
          type="password"
          optional={!isSftp}
          value={entered.password}
          maxLength={500}
          autoComplete="new-password"
          hint={stored?.hasPassword ? keepHint : undefined}
          error={errors.password}
          onChange={({ target }) => onChange({ ...entered, password: target.value })}
        />
      </div>
      {isSftp && (
        <div className="mt-6">
          <TextAreaField
            label="Private key"
            optional
            value={entered.privateKey}
            maxLength={20_000}
            autoComplete="off"
            spellCheck={false}
            className="font-mono text-xs"
            hint={
              stored?.hasPrivateKey ? keepHint : "Without a passphrase. In place of the password."
            }
            error={errors.privateKey}
            onChange={({ target }) => onChange({ ...entered, privateKey: target.value })}
          />
        </div>
      )}
    </>
  );
}
