import { type UseFormReturn, useWatch } from "react-hook-form";
import { normalizeVin } from "#shared/vin/vin.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { ProductForm } from "./product-body.ts";
import { examineTypedVin } from "./typed-vin.ts";

/** The VIN, with a box to confirm one whose manufacturer code is not known for the brand. */
export function VinField({
  form: { control, register },
  error,
}: {
  form: UseFormReturn<ProductForm>;
  error: string | undefined;
}) {
  const [vin, category, year] = useWatch({ control, name: ["vin", "category", "year"] });
  // Not before it is complete, so that typing is not interrupted.
  const { question, note } =
    normalizeVin(vin).length === 17
      ? examineTypedVin({ vin, category, year })
      : { question: null, note: null };
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
        {...register("vin")}
      />
      {question !== null && (
        <label className="mt-3 flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            {...register("vinConfirmed", { deps: ["vin"] })}
            className="size-4.5 shrink-0 accent-action-ink"
          />
          The VIN is right
        </label>
      )}
    </div>
  );
}
