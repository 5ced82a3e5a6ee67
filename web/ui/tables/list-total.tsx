import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { counted, type Things } from "./bulk-report.tsx";
import type { TableQuery } from "./table-page.tsx";

/** How many things a list has, beside its heading. */
export function Total({ count, things }: { count: number | undefined; things: Things }) {
  return (
    <p role="status" className="text-muted tabular-nums">
      {count === undefined ? "" : counted(count, things)}
    </p>
  );
}

/** The same for a list whose page is a `TablePage`, with its query. */
export function ListTotal<Item>({ query, things }: { query: TableQuery<Item>; things: Things }) {
  const { data } = useQuery({ ...query, placeholderData: keepPreviousData });
  return <Total count={data?.total} things={things} />;
}
