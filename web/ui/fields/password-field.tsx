import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Field } from "./field.tsx";

type PasswordFieldProps = Omit<ComponentProps<"input">, "type"> & {
  label?: string;
  hint?: ReactNode;
  error?: string | undefined;
};

/** A password field with a show/hide button. */
export function PasswordField({ label = "Password", hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="relative block">
          <input
            {...input}
            {...control}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className="field-box pr-14"
          />
          <button
            type="button"
            aria-label={`${shown ? "Hide" : "Show"} the ${label.toLowerCase()}`}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-12 place-items-center text-muted transition-colors hover:text-ink"
          >
            {shown ? (
              <EyeOff aria-hidden="true" size={18} strokeWidth={1.5} />
            ) : (
              <Eye aria-hidden="true" size={18} strokeWidth={1.5} />
            )}
          </button>
        </span>
      )}
    </Field>
  );
}
