import { type ComponentProps, useId } from "react";
import { modelTable } from "#shared/makes/model-table.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";

/** A model's name, with the usual names of the make's models to choose from. Any other is fine, too. */
export function ModelField({
  make,
  ...field
}: Omit<ComponentProps<typeof TextField>, "label" | "list"> & { make: string }) {
  const list = useId();
  return (
    <>
      <TextField label="Model" autoComplete="off" list={list} {...field} />
      <datalist id={list}>
        {modelTable
          .filter((model) => model.make === make)
          .map(({ model }) => (
            <option key={model} value={model} />
          ))}
      </datalist>
    </>
  );
}
