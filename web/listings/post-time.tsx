import { dateFormat } from "#shared/dates/date-format.ts";

/** When a car was put up: the time of day in sight, the whole date in the tooltip and for machines. Both are UTC, so server and browser agree. */
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
