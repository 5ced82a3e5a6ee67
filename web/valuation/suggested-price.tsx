import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { formatMajor } from "#shared/money/money.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import type { EstimateAnswer } from "#shared/valuation/estimate-contract.ts";
import { compareWords, isUnusuallyLow } from "#shared/valuation/shown-label.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { InlineError } from "#web/ui/inline-error.tsx";

/** Milliseconds without a key before the range is asked for. */
const pause = 400;

// The key has all parameters, so an answer can only appear for the car that it is about.
const estimateQuery = (path: string) => ({
  queryKey: ["price-estimate", path],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<EstimateAnswer>(path, { signal }),
  placeholderData: keepPreviousData,
  staleTime: 60_000,
  retry: false,
});

type SuggestedPriceProps = {
  /** The parameters of the estimate. */
  car: Record<string, string>;
  /** The listing that is being changed. What the shop knows of it besides counts, too. */
  listingId?: string | undefined;
  /** The price that the seller asks, if it can be read. */
  price: number | null;
  /** What the server has said of the first car. */
  answer?: EstimateAnswer;
};

/** What similar cars are offered for, while a seller describes a car. Sends nothing with the form. */
export function SuggestedPrice({ car, listingId, price, answer }: SuggestedPriceProps) {
  const call = listingId === undefined ? "/valuation/estimate" : `/products/${listingId}/estimate`;
  const path = useSettled(`${call}?${new URLSearchParams(car).toString()}`);
  const [first] = useState(path);
  const query = useQuery({
    ...estimateQuery(path),
    initialData: path === first ? answer : undefined,
  });
  const { data, isError, isPlaceholderData } = query;
  return (
    <section
      aria-label="Suggested price"
      aria-busy={isPlaceholderData}
      className="border-y border-line py-5"
    >
      <h2 className="font-medium">Suggested price</h2>
      <div role="status" className={`mt-1 min-h-12 ${isPlaceholderData ? "text-muted" : ""}`}>
        {isError ? (
          <InlineError query={query} what="We could not estimate a price right now." />
        ) : data?.isEstimated ? (
          <Range estimate={data} price={price} />
        ) : (
          <p className="text-muted">{data?.reason ?? "…"}</p>
        )}
      </div>
    </section>
  );
}

type Estimated = Extract<EstimateAnswer, { isEstimated: true }>;

function Range({ estimate: answer, price }: { estimate: Estimated; price: number | null }) {
  const { low, high, estimate, basis, currency } = answer;
  const money = (amount: number) => formatMajor(Math.round(amount), currency);
  return (
    <>
      <p className="display text-3xl">{`${money(low)} to ${money(high)}`}</p>
      {price !== null && price > 0 && (
        <p className="mt-1 font-medium">{`Yours: ${lowerFirst(compareWords(price - estimate, estimate, currency))}.`}</p>
      )}
      <p className="mt-1 text-sm text-muted">{`Eight of ten similar cars are offered in this range. It rests on ${formatNumber(basis.cars)} cars of ${basis.level === "market" ? "other makes, so it is wide" : "the same model"}.`}</p>
      {basis.level !== "market" &&
        price !== null &&
        isUnusuallyLow(price, estimate) &&
        price > 0 && (
          <p className="mt-1">
            Buyers see a price below half of the estimate as unusually low, with a warning. Check it
            for a typing error.
          </p>
        )}
    </>
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** The text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
