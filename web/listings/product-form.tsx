import { type ComponentType, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type FieldErrors, useForm, type UseFormReturn, useWatch } from "react-hook-form";
import { AppError } from "#shared/errors/app-error.ts";
import { formatMajor } from "#shared/money/money.ts";
import type { PhotoBody } from "#shared/listings/listing-contract.ts";
import type { Photo } from "#shared/listings/listing.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { MoreDetails } from "./more-details.tsx";
import type { PhotoUploads } from "./photos/photo-uploads.ts";
import { UploadNote } from "./photos/upload-note.tsx";
import { usePhotoUploads } from "./photos/use-photo-uploads.ts";
import { emptyProduct, estimatedFacts, pricesOf, type ProductForm } from "./product-body.ts";
import { CarFields, DetailFields, SellerFields } from "./product-fields.tsx";

/** Shows a price for the parameters of an estimate, beside the price that the seller asks (null if unreadable). */
export type SuggestedPrice = ComponentType<{ car: Record<string, string>; price: number | null }>;

type ProductFormProps = {
  seller: Pick<IdentityUser, "email" | "displayName">;
  initial: ProductForm;
  photos: readonly Photo[];
  submitLabel: string;
  /** A feed lists the car, so its numbers are not edited here. */
  isOfFeed?: boolean;
  /** The listing that is being changed. */
  listingId?: string;
  /** Starts the question about a resale price above the original one: "Add" or "Save". */
  verb: string;
  /** What similar cars cost, shown while the seller describes the car. */
  suggestedPrice: SuggestedPrice;
  /** Sends the car to the server. A returned message says why it was refused. */
  send: (typed: ProductForm, photos: PhotoBody[]) => Promise<string | null>;
};

type FormValues = ProductForm & { photos: string };

const fieldNames = [...Object.keys(emptyProduct), "photos"] as (keyof FormValues)[];

/** Form for a car. Errors show as a toast and at their field, and the input is kept. */
export function ProductFormFields({
  seller,
  initial,
  photos,
  submitLabel,
  verb,
  suggestedPrice,
  isOfFeed = false,
  listingId,
  send,
}: ProductFormProps) {
  const { currency } = useShop();
  const form = useForm<FormValues>({ defaultValues: { ...initial, photos: "" } });
  const signal = useUnmountSignal();
  const uploads = usePhotoUploads(photos, signal);
  const submitProduct = useSubmit({ form, uploads, signal, send });
  const element = useRef<HTMLFormElement>(null);
  const [prices, setPrices] = useState<Prices>({ original: 0, resale: 0 });
  const [isConfirmOpen, setConfirmOpen] = useState(false);

  async function submit(typed: FormValues) {
    const { original, resale } = pricesOf(typed, currency);
    const isAsked = original !== null && resale !== null && resale > original;
    if (!isAsked || !isPriceChanged(typed, initial)) return submitProduct(typed);
    setPrices({ original, resale });
    setConfirmOpen(true);
  }

  const fields = {
    form: form as unknown as UseFormReturn<ProductForm>,
    errors: messagesOf(form.formState.errors),
  };
  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={(event) => {
        // Not a registered field, so submitting again would not clear its error.
        form.clearErrors("photos");
        void form.handleSubmit(submit)(event);
      }}
      className="max-w-3xl space-y-10"
    >
      <CarFields {...fields} currency={currency} uploads={uploads} />
      <SellerFields {...fields} seller={seller} />
      <DetailFields {...fields} />
      <MoreDetails {...fields} isOfFeed={isOfFeed} />
      <TypedCar
        form={fields.form}
        currency={currency}
        listingId={listingId}
        shown={suggestedPrice}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" busy={form.formState.isSubmitting}>
          {submitLabel}
        </Button>
        {form.formState.isSubmitting && <UploadNote uploads={uploads} />}
      </div>
      <ConfirmPricesDialog
        open={isConfirmOpen}
        prices={prices}
        currency={currency}
        verb={verb}
        returnFocusTo={() => element.current?.querySelector("[name=resalePrice]") ?? null}
        onClose={() => setConfirmOpen(false)}
        onConfirm={() => {
          setConfirmOpen(false);
          void form.handleSubmit(submitProduct)();
        }}
      />
    </form>
  );
}

/** What similar cars cost. Only this part renders again while the seller types. */
function TypedCar({
  form,
  currency,
  listingId,
  shown: Shown,
}: {
  form: UseFormReturn<ProductForm>;
  currency: string;
  listingId: string | undefined;
  shown: SuggestedPrice;
}) {
  const typed = useWatch({ control: form.control }) as ProductForm;
  return <Shown car={estimatedFacts(typed, listingId)} price={pricesOf(typed, currency).resale} />;
}

type Prices = { original: number; resale: number };

function isPriceChanged(typed: ProductForm, { originalPrice, resalePrice }: ProductForm): boolean {
  return typed.originalPrice !== originalPrice || typed.resalePrice !== resalePrice;
}

function ConfirmPricesDialog({
  prices,
  currency,
  verb,
  ...dialog
}: {
  prices: Prices;
  currency: string;
  verb: string;
  open: boolean;
  returnFocusTo: () => HTMLElement | null;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const resale = formatMajor(prices.resale, currency);
  return (
    <ConfirmDialog
      {...dialog}
      title="The resale price is higher than the original price"
      confirmLabel={`${verb} at ${resale}`}
      confirmLook="primary"
      keepLabel="Change the price"
    >
      The resale price is {resale} and the original price is{" "}
      {formatMajor(prices.original, currency)}. Buyers see both.
    </ConfirmDialog>
  );
}

/** Waits for the uploads and sends the car. Shows an error as a toast and at its field. */
function useSubmit({
  form,
  uploads,
  signal,
  send,
}: Pick<ProductFormProps, "send"> & {
  form: UseFormReturn<FormValues>;
  uploads: PhotoUploads;
  signal: () => AbortSignal;
}) {
  return async function submitProduct({ photos: _, ...typed }: FormValues) {
    try {
      const photos = await uploads.finish();
      signal().throwIfAborted();
      const refusal = await send(typed, photos);
      if (refusal !== null) throw new AppError("conflict", { message: refusal });
    } catch (error) {
      // The seller left the page during the upload, so don't send the car.
      if (signal().aborted) return;
      toast.error(
        error instanceof Error ? error.message : "We could not save the car. Please try again.",
      );
      showAtFields(form, (error instanceof AppError && error.fields) || {});
    }
  };
}

function showAtFields(
  form: UseFormReturn<FormValues>,
  { categoryId, image, ...fields }: Record<string, string>,
) {
  const messages: Record<string, string> = {
    ...(categoryId && { category: categoryId }),
    ...(image && { photos: image }),
    ...fields,
  };
  const refused = fieldNames.filter((name) => messages[name]);
  // At once, because a field in a folded part can only be focused when its error has unfolded it.
  flushSync(() => {
    for (const name of refused) form.setError(name, { message: messages[name] });
  });
  if (refused[0]) form.setFocus(refused[0]);
}

function messagesOf(errors: FieldErrors<FormValues>): Record<string, string | undefined> {
  return Object.fromEntries(fieldNames.map((name) => [name, errors[name]?.message]));
}
