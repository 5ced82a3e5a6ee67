import { type ComponentType, useRef, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { formatMajor } from "#shared/money/money.ts";
import type { PhotoBody } from "#shared/listings/listing-contract.ts";
import type { Photo } from "#shared/listings/listing.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { useShop } from "#web/platform/root-data.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { UnsavedChanges } from "#web/ui/unsaved-changes.tsx";
import type { NewProduct } from "../listing-queries.ts";
import { MoreDetails } from "../details/more-details.tsx";
import { UploadNote } from "../photos/upload-note.tsx";
import { estimatedFacts, pricesOf, type ProductForm } from "./product-body.ts";
import { CarFields, DetailFields, SellerFields, type FieldsProps } from "./product-fields.tsx";
import { messagesOf, type ProductFormValues, useProductForm } from "./use-product-form.ts";
import type { ProductDraft } from "./offered-draft.tsx";

/** Shows a price for the parameters of an estimate, beside the price that the seller asks (null if unreadable). */
export type SuggestedPrice = ComponentType<{
  car: Record<string, string>;
  listingId: string | undefined;
  price: number | null;
}>;

type ProductFormProps = {
  seller: Pick<IdentityUser, "email" | "displayName">;
  initial: ProductForm;
  photos: readonly Photo[];
  /** What the form starts with instead, and the name that drafts of it are kept under. */
  draft: ProductDraft | null;
  draftName: string;
  submitLabel: string;
  /** A feed lists the car, so its numbers are not edited here. */
  isOfFeed?: boolean;
  /** The listing that is being changed. */
  listingId?: string;
  /** Starts the question about a resale price above the original one: "Add" or "Save". */
  verb: string;
  /** What similar cars cost, shown while the seller describes the car. */
  suggestedPrice: SuggestedPrice;
  /** What the form sends to the server. */
  bodyOf: (typed: ProductForm, photos: readonly PhotoBody[]) => NewProduct;
  /** Sends the car to the server. A returned message says why it was refused. */
  send: (body: NewProduct) => Promise<string | null>;
  /** Called when the server has the car. */
  onSent: () => void;
};

/** Form for a car. Errors show as a toast and at their field, and the input is kept. */
export function ProductFormFields({
  seller,
  initial,
  photos,
  draft,
  draftName,
  submitLabel,
  verb,
  suggestedPrice,
  isOfFeed = false,
  listingId,
  ...sending
}: ProductFormProps) {
  const { currency } = useShop();
  const element = useRef<HTMLFormElement>(null);
  const { form, uploads, submitProduct, showRefused, hasChanges } = useProductForm({
    ...sending,
    initial,
    photos,
    draft,
    draftName,
    currency,
    element,
    isNew: listingId === undefined,
  });
  const [prices, setPrices] = useState<Prices>({ original: 0, resale: 0 });
  const [isConfirmOpen, setConfirmOpen] = useState(false);

  async function submit(typed: ProductFormValues) {
    const { original, resale } = pricesOf(typed, currency);
    const isAsked = original !== null && resale !== null && resale > original;
    if (!isAsked || !isPriceChanged(typed, initial)) return submitProduct(typed);
    setPrices({ original, resale });
    setConfirmOpen(true);
  }

  const typedForm = form as unknown as UseFormReturn<ProductForm>;
  const errors = messagesOf(form.formState.errors);
  const fields: FieldsProps = {
    form: typedForm,
    errors,
    field: (name) => ({ error: errors[name], ...typedForm.register(name) }),
  };
  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit(submit, showRefused)(event)}
      className="max-w-3xl space-y-10"
    >
      <CarFields {...fields} currency={currency} uploads={uploads} />
      <SellerFields {...fields} seller={seller} />
      <DetailFields {...fields} />
      <MoreDetails {...fields} isOfFeed={isOfFeed} />
      <TypedCar form={typedForm} currency={currency} listingId={listingId} shown={suggestedPrice} />
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
          void form.handleSubmit(submitProduct, showRefused)();
        }}
      />
      <UnsavedChanges hasChanges={hasChanges}>
        What you changed in this form will be lost.
      </UnsavedChanges>
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
  return (
    <Shown
      car={estimatedFacts(typed)}
      listingId={listingId}
      price={pricesOf(typed, currency).resale}
    />
  );
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
    >{`The resale price is ${resale} and the original price is ${formatMajor(prices.original, currency)}. Buyers see both.`}</ConfirmDialog>
  );
}
