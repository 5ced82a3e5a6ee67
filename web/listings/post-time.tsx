import { dateFormat } from "#shared/dates/date-format.ts";

/**
 * When a car was posted: the time of day, with the full date in the tooltip. Both in UTC, so server and browser
 * render the same.
 */
export function PostTime({ postTime, createdAt }: { postTime: string; createdAt: string }) {
  return (
    <time dateTime={createdAt} title={`${wholeDate(createdAt)} UTC`}>
      {postTime}
    </time>
  );
}

const wholeDate = dateFormat({
  dateStyle: "full",
  timeStyle: "short",
  timeZone: "UTC",
});
