import { useQuery } from "@tanstack/react-query";
import type { SystemState } from "#shared/system/system-contract.ts";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import {
  Backups,
  Certificates,
  DatabaseFacts,
  Imports,
  Processes,
  Queues,
  Versions,
  Warnings,
} from "#web/system/system-parts.tsx";
import { verdictOf } from "#web/system/verdict-of.ts";
import { systemQuery } from "#web/system/system-query.ts";
import { Button } from "#web/ui/button.tsx";
import { Verdict } from "#web/ui/verdict.tsx";
import { QueryContent } from "#web/ui/query-content.tsx";
import type { Route } from "./+types/system";
import type { Elements } from "#web/ui/fields/elements.ts";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "System");

export default function SystemPage() {
  const query = useQuery(systemQuery);
  const reload = () => void query.refetch();
  return (
    <>
      <PageHeading title="System">
        <Button look="secondary" size="small" busy={query.isRefetching} onClick={reload}>
          Refresh
        </Button>
      </PageHeading>
      <p className="mb-4 max-w-prose text-muted">
        How the shop runs. The page refreshes every half minute.
      </p>
      <QueryContent query={query} what="the state of the system">
        {(state) => <State state={state} />}
      </QueryContent>
    </>
  );
}

function State({ state }: { state: SystemState }) {
  const troubles = verdictOf(state);
  return (
    <>
      <Verdict isGood={troubles === null}>{troubles ?? "All well"}</Verdict>
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
        <Section title="Unsafe settings" isWide>
          <Warnings warnings={state.warnings} />
        </Section>
        <Section title="Versions">
          <Versions versions={state.versions} />
        </Section>
        <Section title="Database">
          <DatabaseFacts database={state.database} />
        </Section>
        <Section title="Backups">
          <Backups backups={state.backups} />
        </Section>
        <Section title="Imports and feeds">
          <Imports lastImport={state.lastImport} feeds={state.feeds} />
        </Section>
        <Section title="Processes" isWide>
          <Processes processes={state.processes} />
        </Section>
        <Section title="Background jobs" isWide>
          <Queues queues={state.queues} emails={state.emails} />
        </Section>
        <Section title="Certificates of services" isWide>
          <Certificates certificates={state.certificates} />
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
