const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** A day, with the full moment in its tooltip. `at` is an ISO time. */
export function Day({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time
      dateTime={at}
      title={moment.format(date)}
      className="whitespace-nowrap md:max-xl:whitespace-normal"
    >
      {day.format(date)}
    </time>
  );
}
