import { dateFormat } from "#shared/dates/date-format.ts";

const format = dateFormat({ dateStyle: "medium", timeStyle: "short" });

/** Date and time in the reader's time zone. `at` is an ISO time. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {format(at)}
    </time>
  );
}
