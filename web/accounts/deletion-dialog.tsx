import { useForm } from "react-hook-form";
import type { DeletionAnswer } from "#shared/accounts/own-data-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { toast } from "#web/platform/toast.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { useLeave } from "#web/identity/sessions/sign-out.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useDeleteOwnAccount } from "./own-data-queries.ts";

type DeletionDialogProps = {
  open: boolean;
  /** How the owner confirms the deletion. */
  confirmBy: DeletionAnswer["proof"];
  user: IdentityUser;
  onClose: () => void;
};

/** Final confirmation before an account is deleted, with the password or email to confirm it. */
export function DeletionDialog({ open, confirmBy, user, onClose }: DeletionDialogProps) {
  const leave = useLeave();
  const deletion = useDeleteOwnAccount();
  const { register, handleSubmit, setError, reset, formState } = useForm<{
    confirmation: string;
  }>();
  const { errors, isSubmitting } = formState;

  function close() {
    reset({ confirmation: "" });
    onClose();
  }

  async function confirm({ confirmation }: { confirmation: string }) {
    try {
      const { deletedCount, message } = await deletion.mutateAsync({ [confirmBy]: confirmation });
      if (deletedCount === 0) {
        toast.error(message ?? "Your account was not deleted");
        close();
        return;
      }
    } catch (error) {
      setError("confirmation", { message: errorMessage(error) }, { shouldFocus: true });
      return;
    }
    await leave("Your account was deleted");
  }

  const send = handleSubmit(confirm);
  const fields = {
    error: errors.confirmation?.message,
    ...register("confirmation", {
      required:
        confirmBy === "password" ? "Please enter your password." : "Please enter your email.",
    }),
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={`Delete the account of ${isolate(user.displayName)}?`}
      confirmLabel="Delete my account"
      busy={isSubmitting}
      onConfirm={() => void send()}
      fields={
        <form noValidate onSubmit={(event) => void send(event)}>
          {confirmBy === "password" ? (
            <PasswordField autoComplete="current-password" {...fields} />
          ) : (
            <TextField
              label="Your email"
              type="email"
              autoComplete="off"
              hint="Your account has no password, so enter your email address to confirm."
              {...fields}
            />
          )}
        </form>
      }
    >
      <span className="wrap-anywhere">{user.email}</span> will no longer be able to sign in. This
      cannot be undone.
    </ConfirmDialog>
  );
}
