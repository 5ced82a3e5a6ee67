import { useQueryClient } from "@tanstack/react-query";
import { type BaseSyntheticEvent, useRef, useState } from "react";
import { useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { firstBrokenPasswordRule, passwordHint } from "#shared/accounts/password-rules.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { signUpRoles, type SignUpRole } from "#shared/accounts/account.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { imageTypes, refuseImage } from "#web/images/upload-image.ts";
import { useHydrated } from "#web/platform/loading/use-hydrated.ts";
import { startSession } from "#web/identity/sessions/start-session.ts";
import { Button } from "#web/ui/button.tsx";
import { FileField } from "#web/ui/fields/file-field.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { RadioGroup } from "#web/ui/fields/radio-group.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { noProgress, signUp, type SignUpProgress } from "./sign-up.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";

type SignUpFields = {
  name: string;
  email: string;
  image: FileList;
  password: string;
};

// In form order.
const fieldNames = ["name", "email", "password", "image"] as const;

const roleHints = {
  Buyer: "Book cars and keep them in My Orders",
  Seller: "List and advertise your own cars",
} as const;

type SignUpFormProps = {
  /** The preselected role. */
  role: SignUpRole;
  /** Called once the new user is signed in. */
  onDone: (email: string) => Promise<void>;
};

export function SignUpForm({ role, onDone }: SignUpFormProps) {
  const hydrated = useHydrated();
  const form = useForm<SignUpFields>();
  const { submit, error } = useSubmitSignUp(form, onDone);
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
      className="space-y-6"
    >
      <Fields form={form} role={role} />
      <div className="space-y-4">
        <Button
          type="submit"
          className="w-full"
          disabled={!hydrated}
          busy={form.formState.isSubmitting}
        >
          Sign up
        </Button>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {error}
        </p>
      </div>
    </form>
  );
}

/** Signs up and signs in. Errors show at their field, or below the button. */
function useSubmitSignUp(
  { setError, setFocus }: UseFormReturn<SignUpFields>,
  onDone: SignUpFormProps["onDone"],
) {
  const queryClient = useQueryClient();
  const { imageHost } = useShop();
  const progress = useRef<SignUpProgress>({ ...noProgress });
  const [formError, setFormError] = useState<string | null>(null);

  async function submit(
    { name, email, image, password }: SignUpFields,
    event?: BaseSyntheticEvent,
  ) {
    const file = image[0];
    const role = chosenRole(event);
    if (!file || !role) return;
    setFormError(null);
    try {
      const user = await signUp(
        imageHost,
        { name: name.trim(), email: email.trim(), password, role, image: file },
        progress.current,
      );
      await startSession(queryClient, user);
      toast.success("User Registration Successful!!");
      await onDone(user.email);
    } catch (error) {
      const fields = error instanceof AppError ? error.fields : undefined;
      const refused = fieldNames.filter((field) => fields?.[field]);
      for (const field of refused) setError(field, { message: fields?.[field] });
      if (refused[0]) setFocus(refused[0]);
      else setFormError(errorMessage(error, "We could not sign you up. Please try again."));
    }
  }

  return { submit, error: formError };
}

/** The browser keeps the choice, so that one made before the page was hydrated counts. */
function chosenRole(event: BaseSyntheticEvent | undefined): SignUpRole | undefined {
  const form: unknown = event?.target;
  const chosen = form instanceof HTMLFormElement ? new FormData(form).get("role") : null;
  return signUpRoles.find((role) => role === chosen);
}

type FieldsProps = { form: UseFormReturn<SignUpFields>; role: SignUpRole };

function Fields({ form: { register, formState, control }, role: preselected }: FieldsProps) {
  const { errors } = formState;
  const name = useWatch({ control, name: "name" });
  return (
    <>
      <TextField
        label="Name"
        autoComplete="name"
        maxLength={120}
        error={errors.name?.message}
        {...register("name", { validate: (name) => name.trim() !== "" || "Name is required." })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        {...register("email", {
          required: "Email is required.",
          pattern: {
            value: /^\s*\S+@\S+\.\S+\s*$/,
            message: "Please enter a valid email address.",
          },
        })}
      />
      <PasswordField
        autoComplete="new-password"
        hint={passwordHint}
        error={errors.password?.message}
        {...register("password", {
          required: "Password is required.",
          validate: (password) => firstBrokenPasswordRule(password) ?? true,
        })}
      />
      <RadioGroup
        legend="I am a"
        options={signUpRoles.map((role) => ({ value: role, label: role, hint: roleHints[role] }))}
        name="role"
        defaultValue={preselected}
      />
      <FileField
        label="Image"
        accept={imageTypes}
        placeholder={initialsOf(name)}
        hint="PNG, JPG, GIF up to 10MB"
        error={errors.image?.message}
        {...register("image", {
          validate: (files) =>
            files[0] ? (refuseImage(files[0]) ?? true) : "Please choose an image.",
        })}
      />
    </>
  );
}

/** The first letters of the first and the last part of a name: what is shown until an image is chosen. */
function initialsOf(name: string | undefined): string {
  const parts = (name ?? "").trim().split(/\s+/);
  const shown = parts.length > 1 ? [parts[0], parts.at(-1)] : parts;
  return shown
    .map((part) => Array.from(part ?? "")[0] ?? "")
    .join("")
    .toUpperCase();
}
