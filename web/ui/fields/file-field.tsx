import { ImageUp } from "lucide-react";
import { type ChangeEvent, type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { Field } from "./field.tsx";

type FileFieldProps = Omit<ComponentProps<"input">, "type"> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  /** Shown in place of an image until one is chosen. */
  placeholder?: string;
};

/** An image upload with a preview. Works with `{...register("image")}`. */
export function FileField({
  label,
  hint,
  error,
  optional,
  placeholder,
  accept = "image/*",
  onChange,
  ...input
}: FileFieldProps) {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (preview === null) return;
    return () => URL.revokeObjectURL(preview);
  }, [preview]);

  function show(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    setPreview(file?.type.startsWith("image/") ? URL.createObjectURL(file) : null);
    onChange?.(event);
  }

  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <div className="flex items-center gap-4">
          <span className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-soft border border-line bg-well text-muted">
            {preview ? (
              <img src={preview} alt="The chosen file" className="size-full object-cover" />
            ) : placeholder ? (
              <span aria-hidden="true" className="display text-2xl">
                {placeholder}
              </span>
            ) : (
              <ImageUp aria-hidden="true" size={24} strokeWidth={1.25} />
            )}
          </span>
          <input
            {...input}
            {...control}
            type="file"
            accept={accept}
            onChange={show}
            className="field-box min-w-0 cursor-pointer file:mr-4 file:border-0 file:border-r file:border-line file:bg-transparent file:pr-4 file:font-medium file:text-ink"
          />
        </div>
      )}
    </Field>
  );
}
