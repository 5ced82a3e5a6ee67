import type { SystemState } from "#shared/system/system-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { Badge } from "#web/ui/badge.tsx";
import { FactList } from "#web/ui/fact-list.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { Table } from "#web/ui/tables/table.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { bytesInWords, expiryOf, inWords, serviceNames } from "./system-words.ts";

type Process = SystemState["processes"][number];
type Queue = SystemState["queues"][number];
type Certificate = SystemState["certificates"][number];

/** What to fix, the most dangerous first. */
export function Warnings({ warnings }: { warnings: SystemState["warnings"] }) {
  if (warnings.length === 0)
    return <p>No unsafe settings. Payments, sign-in and data are set up as they should be.</p>;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {warnings.map(({ setting, level, problem, fix }) => (
        <li key={`${setting} ${problem}`} className="py-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <strong className="font-medium wrap-anywhere">{setting}</strong>
            <Badge tone={level === "danger" ? "danger" : "brass"}>
              {level === "danger" ? "Fix now" : "Check"}
            </Badge>
          </p>
          <p className="mt-1">{problem}</p>
          <p className="mt-1 text-muted">{fix}</p>
        </li>
      ))}
    </ul>
  );
}

export function Versions({ versions }: Pick<SystemState, "versions">) {
  const { shop, commit, node, database, schema } = versions;
  const migrations = `${schema.migrations} migrations`;
  return (
    <FactList
      facts={[
        ["Marque", commit ? `${shop} (${commit})` : shop],
        ["Node", node],
        ["PostgreSQL", database],
        [
          "Database schema",
          schema.name
            ? `${schema.name} (${migrations})`
            : `${migrations}, ${schema.migrations - schema.needed} by a newer version`,
        ],
      ]}
    />
  );
}

export function DatabaseFacts({ database }: Pick<SystemState, "database">) {
  const { isEmbedded, role, replicas } = database;
  return (
    <FactList
      facts={[
        ["Server", isEmbedded ? "Embedded, on this machine" : "Your own (DATABASE_URL)"],
        [
          "Role",
          role === "primary" ? (
            "Primary"
          ) : (
            <Badge tone="danger">Replica: it refuses every change</Badge>
          ),
        ],
        ...(replicas.length === 0 ? [["Replicas", "None"] as const] : []),
        ...replicas.map(
          (replica, at) => [`Replica ${at + 1}: ${replica.name}`, lagOf(replica)] as const,
        ),
      ]}
    />
  );
}

type Replica = SystemState["database"]["replicas"][number];

function lagOf({ state, isSynchronous, lagBytes, lagSeconds }: Replica) {
  if (lagBytes === null)
    return "Its lag is not shown to the shop's user. Grant it the role pg_monitor.";
  const time = lagSeconds === null ? "" : `, ${inWords(lagSeconds)}`;
  const how = isSynchronous ? ", synchronous" : "";
  return `${state ?? "connected"}${how}, ${bytesInWords(lagBytes)} behind${time}`;
}

const processColumns: Column<Process>[] = [
  {
    head: "Process",
    isName: true,
    cell: ({ host, pid }) => (
      <span className="wrap-anywhere">
        <span>{host}</span> <span className="text-muted">{`(${pid})`}</span>
      </span>
    ),
  },
  {
    head: "State",
    cell: ({ isAlive, seenAt }) =>
      isAlive ? (
        <Badge tone="good">Running</Badge>
      ) : (
        <>
          <Badge tone="danger">Stopped without notice</Badge>{" "}
          <span className="text-sm text-muted">
            last seen <Moment at={seenAt} />
          </span>
        </>
      ),
  },
  {
    head: "Version",
    cell: ({ version, commit }) => (commit ? `${version} (${commit})` : version),
  },
  { head: "Started", cell: ({ startedAt }) => <Moment at={startedAt} /> },
];

export function Processes({ processes }: Pick<SystemState, "processes">) {
  if (processes.length === 0) return <p>No process has reported yet.</p>;
  return (
    <Table
      caption="Processes"
      columns={processColumns}
      rows={processes}
      rowKey={({ _id }) => _id}
    />
  );
}

const queueColumns: Column<Queue>[] = [
  { head: "Queue", isName: true, cell: ({ name }) => name },
  { head: "Waiting", numeric: true, cell: ({ waiting }) => formatNumber(waiting) },
  {
    head: "Oldest",
    numeric: true,
    cell: ({ waiting, oldest }) => (waiting === 0 ? "–" : inWords(oldest)),
  },
  { head: "Running", numeric: true, cell: ({ active }) => formatNumber(active) },
  {
    head: "Failed in the last hour",
    numeric: true,
    cell: ({ failed }) => (failed === 0 ? 0 : <Badge tone="danger">{formatNumber(failed)}</Badge>),
  },
];

export function Queues({ queues, emails }: Pick<SystemState, "queues" | "emails">) {
  const unsent =
    emails.unsent === 0
      ? "None"
      : `${formatNumber(emails.unsent)}, the oldest for ${inWords(emails.oldest)}`;
  const busy = queues.filter(({ waiting, active, failed }) => waiting + active + failed > 0);
  const idle = queues.length - busy.length;
  return (
    <>
      {busy.length > 0 && (
        <Table
          caption="Background jobs"
          columns={queueColumns}
          rows={busy}
          rowKey={({ name }) => name}
        />
      )}
      {idle > 0 && (
        <p>
          {busy.length === 0
            ? `All ${formatNumber(idle)} queues are empty.`
            : `${idle === 1 ? "1 other queue is" : `${formatNumber(idle)} other queues are`} empty.`}
        </p>
      )}
      <FactList facts={[["Unsent emails", unsent]]} />
    </>
  );
}

export function Backups({ backups }: Pick<SystemState, "backups">) {
  const { last, lastRestored, problem, warning, trialProblem, archive } = backups;
  return (
    <FactList
      facts={[
        ["Last backup", last ? <Moment at={last.at} /> : "No backup by the shop"],
        ...(last
          ? [
              [
                "Verified",
                last.verifiedAt ? <Moment key="at" at={last.verifiedAt} /> : "Not verified",
              ] as const,
            ]
          : []),
        [
          "Last restored backup",
          lastRestored ? (
            <>
              <Moment at={lastRestored.at} />{" "}
              <span className="text-muted">{`(${lastRestored.backup})`}</span>
            </>
          ) : (
            "No backup has been restored"
          ),
        ],
        ...(archive ? [["Archive of changes", archiveOf(archive)] as const] : []),
        ...failure("Latest backup failed", problem),
        ...failure("Earlier backups", warning),
        ...failure("Latest trial restore failed", trialProblem),
      ]}
    />
  );
}

function archiveOf({ isRunning, bytesBehind }: NonNullable<SystemState["backups"]["archive"]>) {
  const behind = `${bytesInWords(bytesBehind)} not archived yet`;
  if (isRunning) return `Running, ${behind}`;
  return (
    <>
      <Badge tone="danger">Not running</Badge> <span>{behind}</span>
    </>
  );
}

function failure(name: string, problem: string | null) {
  return problem ? [[name, <span className="text-danger">{problem}</span>] as const] : [];
}

export function Imports({ lastImport, feeds }: Pick<SystemState, "lastImport" | "feeds">) {
  return (
    <FactList
      facts={[...(lastImport ? importFacts(lastImport) : [noImport]), ...feedFacts(feeds)]}
    />
  );
}

const noImport = ["Last import", "No file or feed has been imported"] as const;

function importFacts(last: NonNullable<SystemState["lastImport"]>) {
  const { endedAt, outcome, rows, imported, duplicates, quarantined } = last;
  const [read, added, repeated, refused] = [rows, imported, duplicates, quarantined].map(
    formatNumber,
  );
  const words = { done: "Finished", stopped: "Stopped by the operator", failed: "Failed" };
  const result =
    outcome === "failed" ? <Badge tone="danger">{words[outcome]}</Badge> : words[outcome];
  return [
    ["Last import ended", <Moment key="at" at={endedAt} />],
    ["Result", result],
    ["Rows", `${read} read, ${added} imported, ${repeated} duplicates, ${refused} quarantined`],
  ] as const;
}

function feedFacts({ fetched, failing, overdue, lastAt }: SystemState["feeds"]) {
  if (fetched === 0) return [["Feeds fetched by the shop", "None"]] as const;
  const count = `${formatNumber(fetched)} ${fetched === 1 ? "feed" : "feeds"}`;
  return [
    ["Feeds fetched by the shop", count],
    ["Last fetch that succeeded", lastAt ? <Moment key="at" at={lastAt} /> : "None"],
    ...(failing === 0 ? [] : [["Last fetch failed", failingFeeds(failing, overdue)] as const]),
  ] as const;
}

function failingFeeds(failing: number, overdue: number) {
  const count = `${formatNumber(failing)} ${failing === 1 ? "feed" : "feeds"}`;
  if (overdue === 0) return `${count}, tried again every hour`;
  return (
    <>
      <Badge tone="danger">{count}</Badge>{" "}
      <span>{`${formatNumber(overdue)} of them without success for 30 hours or more`}</span>
    </>
  );
}

const certificateColumns: Column<Certificate>[] = [
  { head: "Service", isName: true, cell: ({ service }) => serviceNames[service] },
  { head: "Address", cell: ({ address }) => <span className="wrap-anywhere">{address}</span> },
  { head: "Certificate", cell: (certificate) => <Expiry certificate={certificate} /> },
  { head: "Checked", cell: ({ checkedAt }) => <Moment at={checkedAt} /> },
];

function Expiry({ certificate: { expiresAt, problem } }: { certificate: Certificate }) {
  const expiry = expiresAt === null ? null : expiryOf(expiresAt, new Date());
  return (
    <>
      {expiry && <Badge tone={problem ? "danger" : expiry.tone}>{expiry.text}</Badge>}
      {problem && <span className="block text-sm text-danger">{problem}</span>}
    </>
  );
}

export function Certificates({ certificates }: Pick<SystemState, "certificates">) {
  if (certificates.length === 0)
    return <p>The shop calls no outside service with a certificate.</p>;
  return (
    <Table
      caption="Certificates of services"
      columns={certificateColumns}
      rows={certificates}
      rowKey={({ service }) => service}
    />
  );
}
