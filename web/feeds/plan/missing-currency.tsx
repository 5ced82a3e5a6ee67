import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FeedAnswer, FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { useShop } from "#web/platform/root-data.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { optionValues, statedOptions } from "../feed-option-fields.tsx";
import { refusedQuery, useChangeFeed } from "../feed-queries.ts";
import { fieldErrors } from "../field-errors.ts";
import type { FeedUpload } from "../use-feed-upload.ts";

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
  const save = useChangeFeed(feed._id);
  const [currency, setCurrency] = useState(shop.currency);
  const [rate, setRate] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { lastFile } = upload;
  const codes = [...new Set([shop.currency, ...commonCurrencies])];

  async function send() {
    setErrors({});
    const { columns } = feed.options;
    const stated = statedOptions({ ...optionValues(feed.options), currency, rate });
    try {
      const { modifiedCount, message } = await save.mutateAsync({
        options: { ...stated, ...(columns && { columns }) },
      });
      const done = lastFile ? "Saved" : "Saved. Upload the file again.";
      if (announceOutcome(modifiedCount, message, done) && lastFile) await upload.upload(lastFile);
    } catch (error) {
      setErrors(fieldErrors(error));
    }
  }

  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
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
      <Button type="submit" busy={save.isPending || upload.progress !== null}>
        {lastFile ? "Read again" : "Save"}
      </Button>
      <p role="alert" className="w-full text-sm text-danger empty:hidden">
        {errors.form ?? upload.error}
      </p>
    </form>
  );
}
