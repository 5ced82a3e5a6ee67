import { dateFormat } from "#shared/dates/date-format.ts";
import { formatMajor } from "#shared/money/money.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { priceLabelTexts } from "#shared/listings/price-label.ts";
import type { PriceModelState, PriceModelVersion } from "#shared/valuation/price-model-contract.ts";
import { Badge } from "#web/ui/badge.tsx";
import { FactList } from "#web/ui/fact-list.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { Table } from "#web/ui/tables/table.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";

const day = dateFormat({ dateStyle: "medium", timeZone: "UTC" });
const percent = (share: number, digits = 1) => `${(share * 100).toFixed(digits)}%`;
/** A few of many cars are not 0%. */
const wholePercent = (share: number) =>
  share > 0 && share < 0.005 ? "under 1%" : percent(share, 0);

/** How far off the estimates are, in one line; null while no version is in use. */
export function accuracyOf({ current }: Pick<PriceModelState, "current">): string | null {
  if (!current) return null;
  return `Half of all estimates are within ${percent(current.medianError)} of the asking price`;
}

/** The version in use. */
export function CurrentVersion({ current }: Pick<PriceModelState, "current">) {
  if (!current) return <p>No version is in use yet.</p>;
  const facts = [
    ["Version", current.id],
    ["Trained", <Moment key="at" at={current.trainedAt} />],
    ["Learned from", `${formatNumber(current.trainedOn)} cars`],
    ...stockFacts(current),
    ["Left out for absurd prices", `${formatNumber(current.outliers)} cars`],
    ["Kept apart to measure the error", `${formatNumber(current.heldOut)} cars`],
    ...absurdFacts(current),
    ["Median error", percent(current.medianError)],
    // During an upgrade, a process of a release that did not send them may answer.
    ...((current as Partial<PriceModelVersion>).market ?? []).map(
      ({ make, others, medianError }) =>
        [
          `${make}, too few cars`,
          `Estimated from ${formatNumber(others)} cars of other makes, median error ${percent(medianError)}`,
        ] as const,
    ),
  ] as const;
  return <FactList facts={facts} />;
}

/** How many of the cars kept apart have absurd prices. An earlier release recorded and sends nothing of it. */
function absurdFacts({ heldOutOutliers }: Partial<PriceModelVersion>) {
  if (!heldOutOutliers) return [];
  const cars = `${formatNumber(heldOutOutliers)} ${heldOutOutliers === 1 ? "car" : "cars"}`;
  return [["Of these, absurd prices", `${cars}, not counted in the 80% interval`]] as const;
}

/** Which cars there were to learn from. A process of an earlier release sends nothing of it during an upgrade. */
function stockFacts({ listings, stock }: Partial<PriceModelVersion>) {
  if (!stock) return [];
  return [
    [
      "Cars in the shop",
      `${formatNumber(listings ?? 0)}, of which ${formatNumber(stock.sold)} sold`,
    ],
    ["Listed", `${day(stock.from)} to ${day(stock.to)}`],
  ] as const;
}

/** How many cars for sale have a label, and which. */
export function Coverage({ coverage: { cars, labels } }: Pick<PriceModelState, "coverage">) {
  const rated = labels.reduce((sum, label) => sum + label.cars, 0);
  const shareOf = (part: number) => (cars === 0 ? 0 : part / cars);
  const rows = [
    ...labels.map((label) => ({ name: priceLabelTexts[label.label], cars: label.cars })),
    { name: "No label", cars: cars - rated },
  ];
  return (
    <>
      <p>{`${formatNumber(rated)} of ${formatNumber(cars)} cars for sale have a label.`}</p>
      <Table
        caption="Cars by price label"
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { head: "Label", isName: true, cell: ({ name }) => name },
          { head: "Cars", numeric: true, cell: (row) => formatNumber(row.cars) },
          { head: "Share", numeric: true, cell: (row) => wholePercent(shareOf(row.cars)) },
        ]}
      />
    </>
  );
}

type Banded = { bands: PriceModelVersion["bands"]; currency: string };

/** The error of the version in use by price, and how often the price is in its 80% interval. */
export function ErrorByPrice({ bands, currency }: Banded) {
  const money = (amount: number) => formatMajor(Math.round(amount), currency);
  const rows = bands.map((band, at) => ({ ...band, to: bands[at + 1]?.from ?? null }));
  const nameOf = ({ from, to }: (typeof rows)[number]) => {
    if (rows.length === 1) return "All prices";
    if (to === null) return `From ${money(from)}`;
    return from === 0 ? `Up to ${money(to)}` : `${money(from)} to ${money(to)}`;
  };
  return (
    <Table
      caption="Accuracy by price"
      rows={rows}
      rowKey={({ from }) => String(from)}
      columns={[
        { head: "Estimate", isName: true, cell: nameOf },
        { head: "Cars", numeric: true, cell: (band) => formatNumber(band.cars) },
        { head: "Median error", numeric: true, cell: (band) => percent(band.medianError) },
        {
          head: "In the 80% interval",
          numeric: true,
          cell: ({ coverage }) => (coverage === null ? "–" : percent(coverage)),
        },
      ]}
    />
  );
}

/** How many of all cars kept apart are in their interval. */
function coverageOf(bands: PriceModelVersion["bands"]): string {
  const measured = bands.flatMap(({ cars, coverage }) =>
    coverage === null ? [] : { cars, inside: cars * coverage },
  );
  const cars = measured.reduce((sum, band) => sum + band.cars, 0);
  const inside = measured.reduce((sum, band) => sum + band.inside, 0);
  return cars === 0 ? "–" : percent(inside / cars);
}

const versionColumns: Column<PriceModelVersion>[] = [
  { head: "Version", isName: true, cell: ({ id }) => id },
  { head: "Trained", cell: ({ trainedAt }) => <Moment at={trainedAt} /> },
  {
    head: "Cars",
    numeric: true,
    cell: ({ trainedOn }) => <span className="whitespace-nowrap">{formatNumber(trainedOn)}</span>,
  },
  { head: "Median error", numeric: true, cell: ({ medianError }) => percent(medianError, 2) },
  { head: "In the 80% interval", numeric: true, cell: ({ bands }) => coverageOf(bands) },
  {
    head: "Version before, same cars",
    numeric: true,
    cell: ({ errorBefore }) => (errorBefore === null ? "–" : percent(errorBefore, 2)),
  },
  {
    head: "Outcome",
    cell: ({ isUsed, note }) =>
      isUsed ? (
        <Badge tone="good">Used</Badge>
      ) : (
        <>
          <Badge>Not used</Badge> <span className="text-sm text-muted">{note}</span>
        </>
      ),
  },
];

/** The error of every training over time, and the trainings as a table. */
export function Trainings({ versions }: Pick<PriceModelState, "versions">) {
  if (versions.length === 0) return <p>The model has not been trained yet.</p>;
  return (
    <>
      {versions.length > 1 && <Drift versions={versions} />}
      <Table
        caption="Trainings"
        columns={versionColumns}
        rows={versions}
        rowKey={({ id }) => String(id)}
      />
    </>
  );
}

const width = 640;
const height = 120;
const edge = 8;

function Drift({ versions }: Pick<PriceModelState, "versions">) {
  const oldestFirst = versions.toReversed();
  const errors = oldestFirst.map(({ medianError }) => medianError);
  const low = Math.min(...errors);
  const high = Math.max(...errors);
  const points = oldestFirst.map(({ id, medianError, isUsed }, at) => ({
    id,
    isUsed,
    x: edge + (at / (oldestFirst.length - 1)) * (width - 2 * edge),
    y: height - edge - ((medianError - low) / (high - low || 1)) * (height - 2 * edge),
  }));
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label="Median error of each training"
        className="w-full max-w-2xl border-b border-l border-line"
      >
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(" ")}
          className="fill-none stroke-edge"
        />
        {points.map(({ id, x, y, isUsed }) => (
          <circle
            key={id}
            cx={x}
            cy={y}
            r={4}
            className={isUsed ? "fill-action-ink" : "fill-paper stroke-edge"}
          />
        ))}
      </svg>
      <figcaption className="mt-1 text-sm text-muted">{`The median error of the last ${versions.length} trainings, the oldest first: ${percent(low, 2)} to ${percent(high, 2)}. Filled dots are versions that were used.`}</figcaption>
    </figure>
  );
}
