import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { AppError, type FieldErrors } from "#shared/errors/app-error.ts";
import type { IdentityUser } from "#web/platform/identity-client.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { refuseImage, uploadImage } from "#web/platform/upload-image.ts";
import { Button } from "#web/ui/button.tsx";
import { AddProductFactFields, AddProductFields } from "./add-product-fields.tsx";
import { useAddProduct } from "./listing-queries.ts";
import { emptyProduct, newProductBody, type ProductForm } from "./new-product-body.ts";

type AddProductFormProps = {
  seller: Pick<IdentityUser, "email" | "displayName">;
  onAdded: () => void;
};

/**
 * The form that adds a car. When the server refuses, it is reset, as the seed has it; what was wrong stays beside each
 * field, and one button brings back what was typed.
 */
export function AddProductForm({ seller, onAdded }: AddProductFormProps) {
  const { imageHost } = useShop();
  const addProduct = useAddProduct();
  const form = useForm<ProductForm>({ defaultValues: emptyProduct });
  const [refused, setRefused] = useState<{ fields: FieldErrors; typed: ProductForm } | null>(null);
  // A picture that went up before the server refused the rest is not sent again.
  const uploaded = useRef<{ file: File; url: string } | null>(null);
  const [formKey, setFormKey] = useState(0);
  const restoreButton = useRef<HTMLButtonElement>(null);
  // The button stands above the form; focusing it brings it into view.
  useEffect(() => restoreButton.current?.focus(), [formKey]);

  async function submit(typed: ProductForm) {
    try {
      const image = await uploadOnce(typed.image);
      const answer = await addProduct.mutateAsync(newProductBody(typed, seller, image));
      if (!answer.acknowledged) throw new AppError("conflict", { message: answer.message });
      toast.success("Product Add Successful");
      onAdded();
    } catch (error) {
      toast.error(
        error instanceof Error ? error.message : "The car could not be added. Please try again.",
      );
      setRefused({ fields: (error instanceof AppError && error.fields) || {}, typed });
      form.reset(emptyProduct);
      setFormKey(formKey + 1);
    }
  }

  async function uploadOnce(files: FileList | null): Promise<string> {
    const file = files?.[0];
    if (!file) return uploaded.current?.url ?? "";
    if (uploaded.current?.file === file) return uploaded.current.url;
    const broken = refuseImage(file);
    if (broken)
      throw new AppError("image_unreadable", { message: broken, fields: { image: broken } });
    const url = await uploadImage(imageHost, file);
    uploaded.current = { file, url };
    return url;
  }

  function restore() {
    if (!refused) return;
    form.reset({ ...refused.typed, image: null });
    form.setFocus((Object.keys(refused.fields)[0] ?? "name") as keyof ProductForm);
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
      className="max-w-3xl space-y-10"
    >
      {refused && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-4 border-l border-danger pl-4"
        >
          <p>The car was not added, and the form was cleared.</p>
          <Button ref={restoreButton} look="secondary" size="small" onClick={restore}>
            Restore what I typed
          </Button>
        </div>
      )}
      <AddProductFields
        key={formKey}
        form={form}
        seller={seller}
        errors={refused?.fields ?? {}}
        keptPicture={uploaded.current?.url ?? null}
      />
      <AddProductFactFields form={form} errors={refused?.fields ?? {}} />
      <Button type="submit" busy={form.formState.isSubmitting}>
        Add product
      </Button>
    </form>
  );
}
