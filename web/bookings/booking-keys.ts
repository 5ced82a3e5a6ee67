/** The names under which the browser keeps bookings. */
export const bookingKeys = {
  all: ["bookings"] as const,
  lists: ["bookings", "mine"] as const,
  mine: (email: string) => ["bookings", "mine", email] as const,
  one: (id: string) => ["bookings", "one", id] as const,
};
