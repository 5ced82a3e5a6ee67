import { useQuery } from "@tanstack/react-query";
import type { PriceModelState } from "#shared/valuation/price-model-contract.ts";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { Button } from "#web/ui/button.tsx";
import { Verdict } from "#web/ui/verdict.tsx";
import { QueryContent } from "#web/ui/query-content.tsx";
import { Moment } from "#web/ui/moment.tsx";
import {
  accuracyOf,
  Coverage,
  CurrentVersion,
  ErrorByPrice,
  Trainings,
} from "#web/valuation/price-model-parts.tsx";
import { priceModelQuery, useTrainPriceModel } from "#web/valuation/price-model-queries.ts";
import type { Route } from "./+types/price-model";
import type { Elements } from "#web/ui/fields/elements.ts";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Price model");

export default function PriceModelPage() {
  const query = useQuery(priceModelQuery);
  const { mutate, isPending } = useTrainPriceModel();
  const retrain = () =>
    mutate(undefined, {
      onSuccess: ({ modifiedCount, message }) =>
        announceOutcome(modifiedCount, message, "The model will be trained now."),
    });
  return (
    <>
      <PageHeading title="Price model">
        <Button look="secondary" size="small" busy={isPending} onClick={retrain}>
          Retrain
        </Button>
      </PageHeading>
      <p className="mb-4 max-w-prose text-muted">
        What estimates and labels rest on. It is trained every night, and when a tenth of the stock
        has changed. A version that is worse than the one in use is not used.
      </p>
      <QueryContent query={query} what="the price model">
        {(state) => <Model state={state} />}
      </QueryContent>
    </>
  );
}

function Model({ state }: { state: PriceModelState }) {
  const { current, training, versions, coverage, currency } = state;
  return (
    <>
      <Verdict isGood={current !== null}>{accuracyOf(state) ?? "No version is in use yet"}</Verdict>
      <p role="status" className="mb-8 empty:hidden">
        {training && (
          <>
            <span>{training.outcome}</span>{" "}
            <span className="text-muted">
              <Moment at={training.at} />
            </span>
          </>
        )}
      </p>
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
        <Section title="Version in use">
          <CurrentVersion current={current} />
        </Section>
        <Section title="Cars for sale">
          <Coverage coverage={coverage} />
        </Section>
        {current && (
          <Section title="Accuracy by price" isWide>
            <ErrorByPrice bands={current.bands} currency={currency} />
          </Section>
        )}
        <Section title="Trainings" isWide>
          <Trainings versions={versions} />
        </Section>
      </div>
    </>
  );
}

function Section({
  title,
  isWide = false,
  children,
}: {
  title: string;
  isWide?: boolean;
  children: Elements;
}) {
  return (
    <section aria-label={title} className={`min-w-0 space-y-4 ${isWide ? "xl:col-span-2" : ""}`}>
      <h2 className="display text-2xl">{title}</h2>
      {children}
    </section>
  );
}
