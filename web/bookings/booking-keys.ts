/** Query keys for bookings. */
export const bookingKeys = {
  all: ["bookings"] as const,
  lists: ["bookings", "mine"] as const,
  mine: (email: string) => ["bookings", "mine", email] as const,
  holds: (email: string) => ["bookings", "holds", email] as const,
  allHolds: ["bookings", "holds"] as const,
  one: (id: string) => ["bookings", "one", id] as const,
};
