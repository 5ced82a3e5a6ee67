import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { useSearchParams } from "react-router";
import { bookingStates, type BookingState } from "#shared/bookings/booking.ts";
import { bookingLabels } from "./state-words.ts";

/** The state the address asks for (`?state=paid`); null where it asks for none that there is. */
export function useStateFilter(): {
  state: BookingState | null;
  choose: (state: string) => void;
} {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("state");
  return {
    state: bookingStates.find((state) => state === asked) ?? null,
    choose: (state) =>
      setSearch(
        (current) => {
          if (state === "") current.delete("state");
          else current.set("state", state);
          return current;
        },
        // Going through the choices by keyboard leaves no trail for the back button.
        { replace: true, preventScrollReset: true },
      ),
  };
}

/** Which bookings are listed. Takes effect on choice. */
export function StateFilter({ state, choose }: ReturnType<typeof useStateFilter>) {
  const id = useId();
  return (
    <div className="flex items-center gap-3 text-sm">
      <label htmlFor={id} className="text-muted">
        State
      </label>
      <span className="relative">
        <select
          id={id}
          value={state ?? ""}
          onChange={(event) => choose(event.target.value)}
          className="min-h-11 appearance-none rounded-soft border border-edge bg-paper py-2 pr-9 pl-3 text-ink hover:border-ink"
        >
          <option value="">All</option>
          {bookingStates.map((one) => (
            <option key={one} value={one}>
              {bookingLabels[one].words}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          size={15}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
        />
      </span>
    </div>
  );
}
