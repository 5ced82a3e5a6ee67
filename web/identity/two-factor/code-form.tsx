import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { appCode } from "./app-code.ts";
import type { CodeKind } from "#web/identity/identity-client.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

const kinds = {
  app: {
    label: "Code from your authenticator app",
    hint: "The six-digit code changes every 30 seconds.",
    other: "Use a backup code",
    pattern: appCode,
  },
  backup: {
    label: "Backup code",
    hint: "One of the codes you saved when you turned on two-factor authentication. Each code works once.",
    other: "Use the authenticator app",
    pattern: {
      value: /^\s*(?:[a-z0-9][\s-]*){10}$/i,
      message: "A backup code has ten letters and numbers.",
    },
  },
} as const;

/** Second sign-in step: a code from the authenticator app or a backup code. */
export function CodeForm({
  onCode,
  onStartOver,
}: {
  /** @throws Error whose message is shown under the field */
  onCode: (kind: CodeKind, code: string) => Promise<void>;
  onStartOver: () => void;
}) {
  const [kind, setKind] = useState<CodeKind>("app");
  const { register, handleSubmit, setError, reset, setFocus, formState } = useForm<{
    code: string;
  }>();
  const { label, hint, other, pattern } = kinds[kind];
  // The previous step is gone from the page, and the focus with it.
  useEffect(() => setFocus("code"), [kind, setFocus]);

  async function submit({ code }: { code: string }) {
    try {
      await onCode(kind, code.trim());
    } catch (error) {
      setError("code", { message: errorMessage(error) });
      setFocus("code");
    }
  }

  function switchKind() {
    setKind(kind === "app" ? "backup" : "app");
    reset();
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
      className="space-y-6"
    >
      <TextField
        key={kind}
        label={label}
        hint={hint}
        autoComplete="one-time-code"
        inputMode={kind === "app" ? "numeric" : "text"}
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.code?.message}
        {...register("code", { required: "Please enter the code.", pattern })}
      />
      <Button type="submit" className="w-full" busy={formState.isSubmitting}>
        Continue
      </Button>
      <p className="flex flex-wrap justify-between gap-4">
        <button type="button" onClick={switchKind} className="text-link">
          {other}
        </button>
        <button type="button" onClick={onStartOver} className="text-link">
          Start over
        </button>
      </p>
    </form>
  );
}
