import { type UseFormReturn, useWatch } from "react-hook-form";
import { makes } from "#shared/categories/category.ts";
import { readNumber } from "#shared/text/read-number.ts";
import { examineVin, normalizeVin } from "#shared/vin/vin.ts";
import { TextField } from "#web/ui/text-field.tsx";
import type { ProductForm } from "./product-body.ts";

/** The VIN, with a box to confirm one whose manufacturer code is not known for the brand. */
export function VinField({
  form: { control, register },
  error,
}: {
  form: UseFormReturn<ProductForm>;
  error: string | undefined;
}) {
  const [typed, category, year] = useWatch({ control, name: ["vin", "category", "year"] });
  const vin = normalizeVin(typed);
  const car = { make: makes.find((make) => make === category) ?? null, year: readNumber(year) };
  // Not before it is complete, so that typing is not interrupted.
  const { question, note } =
    vin.length === 17 ? examineVin(vin, car) : { question: null, note: null };
  return (
    <div>
      <TextField
        label="VIN"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={question ?? note ?? "17 letters and digits from the papers or the windshield"}
        error={error}
        {...register("vin", {
          validate: (value) =>
            value.trim() === "" || (examineVin(normalizeVin(value), car).fault ?? true),
        })}
      />
      {question !== null && (
        <label className="mt-3 flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            {...register("vinConfirmed")}
            className="size-4.5 shrink-0 accent-action-ink"
          />
          The VIN is right
        </label>
      )}
    </div>
  );
}
