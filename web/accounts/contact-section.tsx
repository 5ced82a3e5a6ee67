import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { Contact } from "#shared/accounts/account-contract.ts";
import { toast } from "#web/platform/toast.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { PageSection } from "#web/ui/page-section.tsx";
import { ownAccountQuery, useChangeContact } from "./own-account-queries.ts";
import { KeptFields } from "#web/ui/fields/kept-fields.tsx";

/** A seller's default phone and location, for cars that don't list their own. */
export function ContactSection() {
  const account = useQuery(ownAccountQuery);
  const change = useChangeContact();
  const { phone, location } = account.data ?? { phone: "", location: "" };
  const { register, handleSubmit, setError, formState } = useForm<Contact>({
    values: { phone, location },
  });

  async function submit(contact: Contact) {
    try {
      await change.mutateAsync(contact);
      toast.success("Your phone and location were changed");
    } catch (error) {
      setError("location", { message: errorMessage(error) });
    }
  }

  return (
    <PageSection
      title="Phone and location"
      lead="Used for cars that don't list their own. Only a buyer who has booked a car sees the phone number."
    >
      <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="space-y-4">
        {account.data && <KeptFields name="account-contact" />}
        <TextField
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          optional
          disabled={account.isPending}
          {...register("phone")}
        />
        <TextField
          label="Location"
          autoComplete="address-level2"
          maxLength={160}
          optional
          disabled={account.isPending}
          error={formState.errors.location?.message}
          {...register("location")}
        />
        <Button type="submit" look="secondary" size="small" busy={formState.isSubmitting}>
          Save phone and location
        </Button>
      </form>
    </PageSection>
  );
}
