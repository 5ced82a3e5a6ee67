import type { ComponentProps, FocusEvent } from "react";
import { formatMajor } from "#shared/money/money.ts";
import { readMoney } from "#shared/money/read-money.ts";
import { TextField } from "./text-field.tsx";

/** An amount field in `currency`; formatted on blur. */
export function MoneyField({
  currency,
  onBlur,
  ...field
}: ComponentProps<typeof TextField> & { currency: string }) {
  function format(event: FocusEvent<HTMLInputElement>) {
    const read = readMoney(event.target.value, { currency, label: field.label });
    if ("amount" in read) event.target.value = formatMajor(read.amount, currency);
    onBlur?.(event);
  }
  return <TextField inputMode="decimal" autoComplete="off" onBlur={format} {...field} />;
}
