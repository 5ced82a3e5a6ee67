import type { FocusEvent, ReactNode } from "react";
import { type UseFormRegisterReturn, type UseFormReturn, useWatch } from "react-hook-form";
import { makes } from "#shared/makes/sold-makes.ts";
import { conditions, fuels, transmissions } from "#shared/listings/listing.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import type { Elements } from "#web/ui/fields/elements.ts";
import { MoneyField } from "#web/ui/fields/money-field.tsx";
import { RadioGroup } from "#web/ui/fields/radio-group.tsx";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextAreaField } from "#web/ui/fields/text-area-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { PhotoFields } from "../photos/photo-fields.tsx";
import type { PhotoUploads } from "../photos/photo-uploads.ts";
import { ModelField } from "./model-field.tsx";
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

export function PhotosSection({
  uploads,
  error,
}: {
  uploads: PhotoUploads;
  error: string | undefined;
}) {
  return (
    <Section title="Photos">
      <Wide>
        <PhotoFields uploads={uploads} error={error} />
      </Wide>
    </Section>
  );
}

/** Which car it is, and what buyers compare. */
export function CarSection({ form, errors, field }: FieldsProps) {
  const make = useWatch({ control: form.control, name: "category" });
  return (
    <Section title="Car">
      <VinField form={form} error={errors.vin} />
      <TextField label="Name" placeholder="BMW 320d M Sport" {...field("name")} />
      <SelectField label="Category" options={asOptions(makes)} {...field("category")} />
      <ModelField make={make} optional placeholder="3 Series" {...field("model")} />
      <TextField label="Year" optional inputMode="numeric" {...field("year")} />
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-3">
        <TextField label="Mileage" optional inputMode="numeric" {...field("mileage")} />
        <SelectField label="Mileage unit" options={mileageUnits} {...field("mileageUnit")} />
      </div>
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
    </Section>
  );
}

export function ConditionSection({ field }: FieldsProps) {
  return (
    <Section title="Condition and description">
      <Wide>
        <RadioGroup legend="Condition" options={asOptions(conditions)} {...field("condition")} />
      </Wide>
      <TextField
        label="Year of purchase"
        optional
        inputMode="numeric"
        placeholder="2019"
        {...field("purchase")}
      />
      <TextField label="Years used" optional inputMode="numeric" {...field("used")} />
      <Wide>
        <TextAreaField label="Description" optional rows={5} {...field("description")} />
      </Wide>
    </Section>
  );
}

/** Both prices, beside what similar cars cost. */
export function PriceSection({
  form,
  errors,
  currency,
  suggestion,
}: FieldsProps & { currency: string; suggestion: Elements }) {
  return (
    <Section title="Price">
      <div className="space-y-6">
        <PriceField
          name="resalePrice"
          label="Resale price"
          currency={currency}
          form={form}
          errors={errors}
        />
        <PriceField
          name="originalPrice"
          label="Original price"
          hint="Your own figure. Buyers see it as the Market Price given by the seller."
          currency={currency}
          form={form}
          errors={errors}
        />
      </div>
      <div>{suggestion}</div>
    </Section>
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
export function ContactSection({
  field,
  seller,
}: FieldsProps & { seller: Pick<IdentityUser, "email" | "displayName"> }) {
  return (
    <Section title="Contact">
      <TextField label="Email" type="email" value={seller.email} readOnly />
      <TextField label="Seller name" value={seller.displayName} readOnly />
      <TextField label="Location" optional autoComplete="address-level2" {...field("location")} />
      <TextField label="Phone" optional type="tel" autoComplete="tel" {...field("phone")} />
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
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
