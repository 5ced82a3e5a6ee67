import { dateFormat } from "#shared/dates/date-format.ts";

const day = dateFormat({ day: "numeric", month: "short", year: "numeric" });
const moment = dateFormat({ dateStyle: "medium", timeStyle: "short" });

/** A date, with the time in its tooltip. `at` is an ISO time. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={moment(at)} className="whitespace-nowrap">
      {day(at)}
    </time>
  );
}
