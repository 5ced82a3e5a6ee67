import { useState } from "react";
import { useForm } from "react-hook-form";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { imageTypes, refuseImage, uploadImage } from "#web/images/upload-image.ts";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { FileField } from "#web/ui/fields/file-field.tsx";
import { useChangeProfile } from "./own-account-queries.ts";

/** Seconds before an unclaimed upload expires (docs/specification.md, "Images"). */
const expiration = 600;

/** New photo, or none. */
export function PhotoForm({ user }: { user: IdentityUser }) {
  const { imageHost } = useShop();
  const change = useChangeProfile();
  const signal = useUnmountSignal();
  // A new key clears the file field and its preview.
  const [round, setRound] = useState(0);
  const { register, handleSubmit, setError, reset, formState } = useForm<{ image: FileList }>();

  async function submit({ image }: { image: FileList }) {
    const file = image[0];
    if (!file) return;
    try {
      const options = { expiration, signal: signal() };
      const image = await uploadImage(imageHost, file, options);
      options.signal.throwIfAborted();
      await change.mutateAsync({ image });
      toast.success("Your photo was changed");
      reset();
      setRound(round + 1);
    } catch (error) {
      setError("image", { message: errorMessage(error) });
    }
  }

  async function remove() {
    try {
      await change.mutateAsync({ image: null });
      toast.success("Your photo was removed");
    } catch (error) {
      setError("image", { message: errorMessage(error) });
    }
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="space-y-4">
      {user.photoURL && (
        <div className="flex items-center gap-4">
          <img
            src={user.photoURL}
            alt="Your profile"
            className="size-20 rounded-full border border-line object-cover"
          />
          <Button look="quiet" size="small" onClick={() => void remove()}>
            Remove photo
          </Button>
        </div>
      )}
      <FileField
        key={round}
        label={user.photoURL ? "New photo" : "Photo"}
        hint="PNG, JPG, GIF up to 10MB"
        accept={imageTypes}
        error={formState.errors.image?.message}
        {...register("image", {
          validate: (files) => {
            const file = files[0];
            return file ? (refuseImage(file) ?? true) : "Please choose a photo.";
          },
        })}
      />
      <Button type="submit" look="secondary" size="small" busy={formState.isSubmitting}>
        Save photo
      </Button>
    </form>
  );
}
