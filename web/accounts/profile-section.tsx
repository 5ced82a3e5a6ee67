import { useForm } from "react-hook-form";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { toast } from "#web/platform/toast.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { PageSection } from "#web/ui/page-section.tsx";
import { PhotoForm } from "./photo-form.tsx";
import { useChangeProfile } from "./own-account-queries.ts";
import { KeptFields } from "#web/ui/fields/kept-fields.tsx";

/** Name and photo, as others in the shop see them. */
export function ProfileSection({ user, sells }: { user: IdentityUser; sells: boolean }) {
  const change = useChangeProfile();
  const { register, handleSubmit, setError, formState } = useForm<{ name: string }>({
    values: { name: user.displayName },
  });

  async function submit({ name }: { name: string }) {
    try {
      await change.mutateAsync({ name: name.trim() });
      toast.success("Your name was changed");
    } catch (error) {
      setError("name", { message: errorMessage(error) });
    }
  }

  return (
    <PageSection title="Name and photo" lead="Other people in the shop see these.">
      <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="space-y-4">
        <KeptFields name="account-name" />
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={120}
          hint={
            sells &&
            "A new name ends the checks of your identity and business. An admin can then check them again."
          }
          error={formState.errors.name?.message}
          {...register("name", {
            validate: (name) => name.trim() !== "" || "Name is required.",
          })}
        />
        <Button type="submit" look="secondary" size="small" busy={formState.isSubmitting}>
          Save name
        </Button>
      </form>
      <PhotoForm user={user} />
    </PageSection>
  );
}
