import type { FocusEvent, ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { makes } from "#shared/makes/sold-makes.ts";
import { bodyNames } from "#shared/listings/body-names.ts";
import { conditions, fuels, transmissions } from "#shared/listings/listing.ts";
import { bodyTypes } from "#shared/makes/body-type.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { MoneyField } from "#web/ui/fields/money-field.tsx";
import { RadioGroup } from "#web/ui/fields/radio-group.tsx";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextAreaField } from "#web/ui/fields/text-area-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { capitalised } from "../card/car-facts.ts";
import { PhotoFields } from "../photos/photo-fields.tsx";
import type { PhotoUploads } from "../photos/photo-uploads.ts";
import type { ProductForm } from "./product-body.ts";
import { VinField } from "./vin-field.tsx";

export type FieldsProps = {
  form: UseFormReturn<ProductForm>;
  /** Error messages by field name. */
  errors: Record<string, string | undefined>;
};

const asOptions = (values: readonly string[]) =>
  values.map((value) => ({ value, label: capitalised(value) ?? value }));
// As buyers see them.
const bodyOptions = bodyTypes.map((value) => ({ value, label: bodyNames[value] }));

/** What the specification asks about the car. */
export function CarFields({
  form,
  errors,
  currency,
  uploads,
}: FieldsProps & { currency: string; uploads: PhotoUploads }) {
  const { register } = form;
  return (
    <Group title="Car">
      <TextField
        label="Name"
        placeholder="BMW 320d M Sport"
        error={errors.name}
        {...register("name")}
      />
      <SelectField
        label="Category"
        options={asOptions(makes)}
        error={errors.category}
        {...register("category")}
      />
      <PriceField
        name="originalPrice"
        label="Original price"
        hint="Your own figure. Buyers see it as the Market Price given by the seller."
        currency={currency}
        form={form}
        errors={errors}
      />
      <PriceField
        name="resalePrice"
        label="Resale price"
        currency={currency}
        form={form}
        errors={errors}
      />
      <TextField
        label="Year of purchase"
        optional
        inputMode="numeric"
        placeholder="2019"
        error={errors.purchase}
        {...register("purchase")}
      />
      <TextField
        label="Years used"
        optional
        inputMode="numeric"
        error={errors.used}
        {...register("used")}
      />
      <Wide>
        <RadioGroup
          legend="Condition"
          options={asOptions(conditions)}
          error={errors.condition}
          {...register("condition")}
        />
      </Wide>
      <Wide>
        <TextAreaField
          label="Description"
          optional
          rows={5}
          error={errors.description}
          {...register("description")}
        />
      </Wide>
      <Wide>
        <PhotoFields uploads={uploads} error={errors.photos} />
      </Wide>
    </Group>
  );
}

/** The price fields accept an amount as people type it, such as "18,500". */
function PriceField({
  name,
  label,
  hint,
  currency,
  form: { register, trigger },
  errors,
}: FieldsProps & {
  name: "originalPrice" | "resalePrice";
  label: string;
  hint?: string;
  currency: string;
}) {
  return (
    <MoneyField
      label={label}
      hint={hint}
      currency={currency}
      error={errors[name]}
      {...register(name, {
        // Validate on blur, but don't complain about an empty field before submit.
        onBlur: (event: FocusEvent<HTMLInputElement>) =>
          event.target.value.trim() !== "" && void trigger(name),
      })}
    />
  );
}

/** The seller's account, which can't be changed here, and where buyers find the seller. */
export function SellerFields({
  form: { register },
  errors,
  seller,
}: FieldsProps & { seller: Pick<IdentityUser, "email" | "displayName"> }) {
  return (
    <Group title="Seller">
      <TextField label="Email" type="email" value={seller.email} readOnly />
      <TextField label="Seller name" value={seller.displayName} readOnly />
      <TextField
        label="Location"
        optional
        autoComplete="address-level2"
        error={errors.location}
        {...register("location")}
      />
      <TextField
        label="Phone"
        optional
        type="tel"
        autoComplete="tel"
        error={errors.phone}
        {...register("phone")}
      />
    </Group>
  );
}

/** Optional details that buyers compare. */
export function DetailFields({ form, errors }: FieldsProps) {
  const { register } = form;
  return (
    <Group title="Details">
      <TextField
        label="Model"
        optional
        placeholder="3 Series"
        error={errors.model}
        {...register("model")}
      />
      <TextField
        label="Year"
        optional
        inputMode="numeric"
        error={errors.year}
        {...register("year")}
      />
      <TextField
        label="Mileage"
        optional
        inputMode="numeric"
        error={errors.mileage}
        {...register("mileage")}
      />
      <SelectField
        label="Mileage unit"
        options={[
          { value: "mi", label: "miles" },
          { value: "km", label: "kilometers" },
        ]}
        error={errors.mileageUnit}
        {...register("mileageUnit")}
      />
      <SelectField
        label="Fuel"
        optional
        placeholder="Not stated"
        options={asOptions(fuels)}
        error={errors.fuel}
        {...register("fuel")}
      />
      <SelectField
        label="Transmission"
        optional
        placeholder="Not stated"
        options={asOptions(transmissions)}
        error={errors.transmission}
        {...register("transmission")}
      />
      <TextField
        label="Engine size"
        optional
        inputMode="decimal"
        hint="In liters, such as 2.0"
        error={errors.engineSize}
        {...register("engineSize")}
      />
      <SelectField
        label="Body type"
        optional
        placeholder="Not stated"
        options={bodyOptions}
        error={errors.bodyType}
        {...register("bodyType")}
      />
      <TextField label="Color" optional error={errors.colour} {...register("colour")} />
      <VinField form={form} error={errors.vin} />
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="display text-2xl">{title}</legend>
      <div className="mt-4 grid gap-6 border-t border-line pt-6 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

function Wide({ children }: { children: ReactNode }) {
  return <div className="sm:col-span-2">{children}</div>;
}
