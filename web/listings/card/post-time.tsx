import { dateFormat } from "#shared/dates/date-format.ts";

const timeOfDay = dateFormat({ timeStyle: "short", timeZone: "UTC" });
const fullDate = dateFormat({ dateStyle: "full", timeStyle: "short", timeZone: "UTC" });

/**
 * When a car was posted: the time of day, with the full date in the tooltip. Both in UTC, so server and browser render
 * the same.
 */
export function PostTime({ createdAt }: { createdAt: string }) {
  return (
    <time dateTime={createdAt} title={`${fullDate(createdAt)} UTC`}>
      {timeOfDay(createdAt)}
    </time>
  );
}
