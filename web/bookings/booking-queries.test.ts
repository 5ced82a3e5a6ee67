import { afterEach, expect, test, vi } from "vitest";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import { pageQueryClient } from "#web/platform/requests/query-client.ts";
import { bookingQuery, showBooking } from "./booking-queries.ts";

afterEach(() => vi.unstubAllGlobals());

const held = { _id: "b1", state: "held", paymentStatus: null } as Booking;
const paid = { ...held, state: "paid", paymentStatus: "succeeded" } as Booking;

test("a look that began before the payment does not hide that it is paid", async () => {
  const queryClient = pageQueryClient();
  const query = bookingQuery(held._id);
  queryClient.setQueryData(query.queryKey, held);
  let answer!: (response: Response) => void;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const looking = queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
  await vi.waitFor(() => expect(answer).toBeTypeOf("function"));
  await showBooking(queryClient, paid);
  answer(Response.json(held));
  await looking;
  expect(queryClient.getQueryData(query.queryKey)).toEqual(paid);
});
