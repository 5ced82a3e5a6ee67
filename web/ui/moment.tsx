import { dateFormat } from "#shared/dates/date-format.ts";

const format = dateFormat({ dateStyle: "medium", timeStyle: "short" });

/** A day and its time of day, where the reader is. `at` is an ISO time. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {format(at)}
    </time>
  );
}
