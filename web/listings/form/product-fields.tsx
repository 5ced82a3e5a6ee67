import type { FocusEvent, ReactNode } from "react";
import type { UseFormRegisterReturn, UseFormReturn } from "react-hook-form";
import { makes } from "#shared/makes/sold-makes.ts";
import { conditions, fuels, transmissions } from "#shared/listings/listing.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { MoneyField } from "#web/ui/fields/money-field.tsx";
import { RadioGroup } from "#web/ui/fields/radio-group.tsx";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextAreaField } from "#web/ui/fields/text-area-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { PhotoFields } from "../photos/photo-fields.tsx";
import type { PhotoUploads } from "../photos/photo-uploads.ts";
import type { ProductForm } from "./product-body.ts";
import { asOptions, bodyOptions, mileageUnits } from "./product-options.ts";
import { VinField } from "./vin-field.tsx";

export type FieldsProps = {
  form: UseFormReturn<ProductForm>;
  /** Error messages by field name. */
  errors: Record<string, string | undefined>;
  /** What connects a field with the form. */
  field: (name: keyof ProductForm) => UseFormRegisterReturn & { error: string | undefined };
};

/** What the specification asks about the car. */
export function CarFields({
  form,
  errors,
  field,
  currency,
  uploads,
}: FieldsProps & { currency: string; uploads: PhotoUploads }) {
  return (
    <Group title="Car">
      <TextField label="Name" placeholder="BMW 320d M Sport" {...field("name")} />
      <SelectField label="Category" options={asOptions(makes)} {...field("category")} />
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
        {...field("purchase")}
      />
      <TextField label="Years used" optional inputMode="numeric" {...field("used")} />
      <Wide>
        <RadioGroup legend="Condition" options={asOptions(conditions)} {...field("condition")} />
      </Wide>
      <Wide>
        <TextAreaField label="Description" optional rows={5} {...field("description")} />
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
}: Pick<FieldsProps, "form" | "errors"> & {
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
  field,
  seller,
}: FieldsProps & { seller: Pick<IdentityUser, "email" | "displayName"> }) {
  return (
    <Group title="Seller">
      <TextField label="Email" type="email" value={seller.email} readOnly />
      <TextField label="Seller name" value={seller.displayName} readOnly />
      <TextField label="Location" optional autoComplete="address-level2" {...field("location")} />
      <TextField label="Phone" optional type="tel" autoComplete="tel" {...field("phone")} />
    </Group>
  );
}

/** Optional details that buyers compare. */
export function DetailFields({ form, errors, field }: FieldsProps) {
  return (
    <Group title="Details">
      <TextField label="Model" optional placeholder="3 Series" {...field("model")} />
      <TextField label="Year" optional inputMode="numeric" {...field("year")} />
      <TextField label="Mileage" optional inputMode="numeric" {...field("mileage")} />
      <SelectField label="Mileage unit" options={mileageUnits} {...field("mileageUnit")} />
      <SelectField
        label="Fuel"
        optional
        placeholder="Not stated"
        options={asOptions(fuels)}
        {...field("fuel")}
      />
      <SelectField
        label="Transmission"
        optional
        placeholder="Not stated"
        options={asOptions(transmissions)}
        {...field("transmission")}
      />
      <TextField
        label="Engine size"
        optional
        inputMode="decimal"
        hint="In liters, such as 2.0"
        {...field("engineSize")}
      />
      <SelectField
        label="Body type"
        optional
        placeholder="Not stated"
        options={bodyOptions}
        {...field("bodyType")}
      />
      <TextField label="Color" optional {...field("colour")} />
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
