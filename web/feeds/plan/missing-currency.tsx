import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FeedAnswer, FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { useShop } from "#web/platform/root-data.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { optionValues } from "../feed-option-fields.tsx";
import { refusedQuery } from "../feed-queries.ts";
import type { FeedUpload } from "../use-feed-upload.ts";
import { useSaveOptions } from "../use-save-options.ts";

const commonCurrencies = ["USD", "EUR", "GBP", "CAD", "AUD", "CHF", "PLN", "SEK", "NOK", "DKK"];

type Props = { feed: FeedAnswer; plan: FeedPlanAnswer; upload: FeedUpload };

/** Asks which currency prices without one are in, and reads the file again. */
export function MissingCurrency(props: Props) {
  const { feed, plan } = props;
  const { refused } = plan.counts;
  const isOpen = refused > 0 && plan.state === "waiting" && feed.options.currency === undefined;
  const { data } = useQuery({
    ...refusedQuery({ id: feed._id, planId: plan._id }, "", null),
    enabled: isOpen,
  });
  const without = data?.reasons.find(({ reason }) => /no currency \(use --currency\)/.test(reason));
  if (!isOpen || !without) return null;
  const prices = without.rows === 1 ? "1 price has" : `${formatNumber(without.rows)} prices have`;
  return (
    <section
      aria-label="Missing currency"
      className="mt-8 flex flex-wrap items-end gap-4 border-l-2 border-brass bg-raised px-4 py-3"
    >
      <p className="self-center text-lg">{`${without.rows === plan.rows && without.rows > 1 ? `All ${prices}` : prices} no currency.`}</p>
      <CurrencyForm {...props} />
    </section>
  );
}

function CurrencyForm({ feed, upload }: Props) {
  const shop = useShop();
  const { save, errors, isBusy } = useSaveOptions(feed, upload);
  const [currency, setCurrency] = useState(shop.currency);
  const [rate, setRate] = useState("");
  const codes = [...new Set([shop.currency, ...commonCurrencies])];

  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save({ ...optionValues(feed.options), currency, rate });
      }}
    >
      <SelectField
        label="They are in"
        value={currency}
        error={errors.currency}
        options={codes.map((code) => ({ value: code, label: code }))}
        onChange={({ target }) => setCurrency(target.value)}
      />
      {currency !== shop.currency && (
        <TextField
          label={`${shop.currency} for one ${currency}`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={rate}
          error={errors.rate}
          onChange={({ target }) => setRate(target.value)}
        />
      )}
      <Button type="submit" busy={isBusy}>
        {upload.lastFile ? "Read again" : "Save"}
      </Button>
      <p role="alert" className="w-full text-sm text-danger empty:hidden">
        {errors.form ?? upload.error}
      </p>
    </form>
  );
}
