import { formatMajor } from "#shared/money/money.ts";

/** An amount in major units of `currency`, as the API sends it. */
export function Price({
  amount,
  currency,
  className = "",
}: {
  amount: number;
  currency: string;
  className?: string;
}) {
  return <span className={`whitespace-nowrap ${className}`}>{formatMajor(amount, currency)}</span>;
}
