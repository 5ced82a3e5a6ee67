import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { drives, serviceHistories } from "#shared/listings/listing.ts";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextAreaField } from "#web/ui/fields/text-area-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { detailFields, emptyDetails } from "./details-body.ts";
import type { FieldsProps } from "../form/product-fields.tsx";

const driveOptions = drives.map((value) => ({ value, label: `${value} drive` }));
const historyLabels: Record<(typeof serviceHistories)[number], string> = {
  full: "full",
  partial: "partial",
  available: "available, extent not stated",
  none: "none",
};
const historyOptions = serviceHistories.map((value) => ({ value, label: historyLabels[value] }));

/** Details that few sellers fill in. Folded, unless the car has some or one of them is wrong. */
export function MoreDetails({ isOfFeed, ...fields }: FieldsProps & { isOfFeed: boolean }) {
  const { form, errors } = fields;
  const { getValues } = form;
  const [isOpen, setOpen] = useState(() => {
    const values = getValues();
    return detailFields.some((name) => values[name] !== emptyDetails[name]);
  });
  const hasError = detailFields.some((name) => errors[name] !== undefined);
  return (
    <details
      className="group"
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex w-fit list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        <span className="display text-2xl">More details</span>
        <ChevronDown
          aria-hidden="true"
          size={20}
          className="text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="mt-4 grid gap-6 border-t border-line pt-6 sm:grid-cols-2">
        <KindFields {...fields} />
        <PastFields {...fields} />
        <NumberFields {...fields} isOfFeed={isOfFeed} />
      </div>
    </details>
  );
}

/** What the car is. */
function KindFields({ field }: FieldsProps) {
  return (
    <>
      <TextField label="Power" optional inputMode="numeric" {...field("powerKw")} />
      <SelectField
        label="Power unit"
        options={[
          { value: "hp", label: "horsepower (hp)" },
          { value: "kW", label: "kilowatts (kW)" },
        ]}
        {...field("powerUnit")}
      />
      <SelectField
        label="Drive"
        optional
        placeholder="Not stated"
        options={driveOptions}
        {...field("drive")}
      />
      <TextField label="Trim" optional placeholder="M Sport" {...field("trim")} />
      <TextField label="Doors" optional inputMode="numeric" {...field("doors")} />
      <TextField label="Seats" optional inputMode="numeric" {...field("seats")} />
    </>
  );
}

/** By what the seller knows the car. A feed states both with each of its files. */
function NumberFields({ field, isOfFeed }: FieldsProps & { isOfFeed: boolean }) {
  return (
    <>
      <TextField
        label="Stock number"
        optional
        autoComplete="off"
        readOnly={isOfFeed}
        hint={isOfFeed ? statedByFeed : "Your own number for the car. Buyers do not see it."}
        {...field("stockNumber")}
      />
      <TextField
        label="Registration"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        readOnly={isOfFeed}
        hint={isOfFeed ? statedByFeed : "The license plate. Buyers do not see it."}
        {...field("registration")}
      />
    </>
  );
}

const statedByFeed = "Your feed states it. Change it in the feed's file.";

/** What happened to the car, what is in it, and where it is advertised. */
function PastFields({ field }: FieldsProps) {
  return (
    <>
      <TextField
        label="First registration"
        optional
        type="month"
        placeholder="2018-03"
        hint="Year and month, such as 2018-03"
        {...field("firstRegistration")}
      />
      <TextField
        label="Previous owners"
        optional
        inputMode="numeric"
        {...field("previousKeepers")}
      />
      <SelectField
        label="Service history"
        optional
        placeholder="Not stated"
        options={historyOptions}
        {...field("serviceHistory")}
      />
      <TextField
        label="Ad URL"
        optional
        type="url"
        placeholder="https://"
        hint="The car on your own site. Buyers do not see it."
        {...field("advertUrl")}
      />
      <div className="sm:col-span-2">
        <TextAreaField
          label="Options"
          optional
          rows={5}
          hint="One in each line, such as Heated seats"
          {...field("options")}
        />
      </div>
    </>
  );
}
