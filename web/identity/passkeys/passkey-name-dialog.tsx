import { useForm } from "react-hook-form";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

/** Asks for a passkey's name. */
export function PasskeyNameDialog({
  title,
  action,
  current = "",
  onName,
  onClose,
}: {
  title: string;
  action: string;
  current?: string;
  /** @throws Error whose message is shown under the field */
  onName: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { name: current },
  });
  async function submit({ name }: { name: string }) {
    try {
      await onName(name.trim());
    } catch (error) {
      setError("name", { message: errorMessage(error) });
    }
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="space-y-6">
        <TextField
          label="Name"
          hint="A name you'll recognize, such as “My laptop”."
          maxLength={60}
          error={formState.errors.name?.message}
          {...register("name", { validate: (name) => name.trim() !== "" || "Name is required." })}
        />
        <Button type="submit" className="w-full" busy={formState.isSubmitting}>
          {action}
        </Button>
      </form>
    </Dialog>
  );
}
