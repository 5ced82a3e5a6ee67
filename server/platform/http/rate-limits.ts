/**
 * How often something may be done within a window: by one account (or for one email), and from one address. `null`
 * where that is not counted. An address is an IPv4 address or an IPv6 /64.
 */
export type Limit = {
  name: string;
  what: string;
  perAccount: number | null;
  perAddress: number | null;
  seconds: number;
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Every limit of the shop, for a route's `config.rateLimit` or for the use case that counts. The only such table:
 * docs/limits.md publishes it, and a test compares the two.
 */
export const limits = named({
  signIn: { what: "Failed sign-ins", perAccount: 10, perAddress: 50, seconds: 5 * minute },
  signUp: { what: "Sign-ups", perAccount: null, perAddress: 20, seconds: hour },
  record: {
    what: "User records created or repeated",
    perAccount: 60,
    perAddress: 240,
    seconds: hour,
  },
  takenEmail: {
    what: "Sign-ups with an email that has an account",
    perAccount: 10,
    perAddress: 10,
    seconds: hour,
  },
  reset: {
    what: "Password reset emails",
    perAccount: 5,
    perAddress: 50,
    seconds: hour,
  },
  confirmation: {
    what: "Email confirmation emails",
    perAccount: 5,
    perAddress: 50,
    seconds: hour,
  },
  link: { what: "Invalid emailed links", perAccount: null, perAddress: 50, seconds: 5 * minute },
  code: { what: "Wrong codes and passkeys", perAccount: 10, perAddress: 50, seconds: 5 * minute },
  passkey: { what: "Passkey sign-ins started", perAccount: null, perAddress: 120, seconds: minute },
  thirdParty: {
    what: "Third-party sign-ins started or finished",
    perAccount: null,
    perAddress: 120,
    seconds: 5 * minute,
  },
  token: { what: "Access tokens", perAccount: null, perAddress: 240, seconds: minute },
  upload: { what: "Image uploads", perAccount: 60, perAddress: 60, seconds: 10 * minute },
  // Sign-up needs one image. Visitors' images expire within an hour, and these limits bound what is stored meanwhile.
  visitorImage: {
    what: "Image uploads without a session",
    perAccount: null,
    perAddress: 200,
    seconds: day,
  },
  visitorMegabyte: {
    what: "Megabytes of image uploads without a session",
    perAccount: null,
    perAddress: 1_000,
    seconds: day,
  },
  // Fifty cars with all their photos, and some of these again.
  accountImage: {
    what: "Image uploads with a session",
    perAccount: 2_000,
    perAddress: 8_000,
    seconds: day,
  },
  accountMegabyte: {
    what: "Megabytes of image uploads with a session",
    perAccount: 10_000,
    perAddress: 40_000,
    seconds: day,
  },
  report: { what: "Car reports", perAccount: 30, perAddress: 100, seconds: hour },
  review: { what: "Reviews and answers", perAccount: 30, perAddress: 100, seconds: hour },
  reviewReport: { what: "Review reports", perAccount: 30, perAddress: 100, seconds: hour },
  booking: { what: "Booking requests", perAccount: 60, perAddress: 200, seconds: hour },
  payment: {
    what: "Payments started or checked",
    perAccount: 60,
    perAddress: 240,
    seconds: minute,
  },
  addProduct: { what: "Cars added", perAccount: 120, perAddress: 240, seconds: minute },
  changeProduct: {
    what: "Cars edited or advertised",
    perAccount: 120,
    perAddress: 240,
    seconds: minute,
  },
  bulkChange: { what: "Bulk changes of cars", perAccount: 60, perAddress: 240, seconds: minute },
  stockFile: { what: "Downloads of own cars", perAccount: 20, perAddress: 80, seconds: minute },
  apiKeyCall: { what: "Calls with API keys", perAccount: 600, perAddress: 1_200, seconds: minute },
  apiKeyChange: {
    what: "API keys created or revoked",
    perAccount: 30,
    perAddress: 120,
    seconds: hour,
  },
  webhookChange: {
    what: "Webhooks changed or resent",
    perAccount: 120,
    perAddress: 480,
    seconds: hour,
  },
  favorite: {
    what: "Saved cars added or removed",
    perAccount: 240,
    perAddress: 960,
    seconds: minute,
  },
  suggestion: {
    what: "Search suggestions",
    perAccount: null,
    perAddress: 1_200,
    seconds: minute,
  },
  // As often as an office of sellers changes what it types.
  priceEstimate: {
    what: "Price estimates",
    perAccount: null,
    perAddress: 600,
    seconds: minute,
  },
  historyChain: {
    what: "Pages of the history's chain",
    perAccount: null,
    perAddress: 60,
    seconds: minute,
  },
  savedSearch: {
    what: "Searches saved, changed or deleted",
    perAccount: 120,
    perAddress: 480,
    seconds: minute,
  },
  feed: {
    what: "Feeds changed, previewed, applied or undone",
    perAccount: 120,
    perAddress: 480,
    seconds: minute,
  },
  // A page that follows a plan asks once a second.
  feedRead: {
    what: "Feeds, plans and their changes read",
    perAccount: 300,
    perAddress: 1_200,
    seconds: minute,
  },
  feedUpload: {
    what: "Feed files uploaded or set to be fetched",
    perAccount: 60,
    perAddress: 120,
    seconds: hour,
  },
  // Two thousand cars with twenty photos each.
  feedPhotoMegabyte: {
    what: "Megabytes of photos of feeds copied",
    perAccount: 40_000,
    perAddress: null,
    seconds: day,
  },
  // As many with five megapixels each. A file of a few kilobytes can have 64, and decoding takes time for each.
  feedPhotoMegapixel: {
    what: "Megapixels of photos of feeds decoded",
    perAccount: 200_000,
    perAddress: null,
    seconds: day,
  },
  // Each asks the servers of the photos again.
  feedPhotos: {
    what: "Photos of feeds tried again",
    perAccount: 20,
    perAddress: 80,
    seconds: hour,
  },
  confirmationLink: {
    what: "Confirmation links used",
    perAccount: null,
    perAddress: 300,
    seconds: minute,
  },
  // Mail programs unsubscribe for their users, many from one address.
  unsubscribe: {
    what: "Unsubscribe links used",
    perAccount: null,
    perAddress: 1_200,
    seconds: minute,
  },
  view: {
    what: "Car views counted for sellers",
    perAccount: null,
    perAddress: 600,
    seconds: 10 * minute,
  },
  receiptFile: { what: "Receipt downloads", perAccount: 30, perAddress: 120, seconds: minute },
  accountData: { what: "Personal data downloads", perAccount: 10, perAddress: 40, seconds: hour },
  profile: {
    what: "Changes of name, picture or contact",
    perAccount: 60,
    perAddress: 240,
    seconds: hour,
  },
  deleteOwn: {
    what: "Account deletion requests",
    perAccount: 20,
    perAddress: 60,
    seconds: 10 * minute,
  },
  // It locks the account and its cars.
  readDeletion: {
    what: "Account deletion pages read",
    perAccount: 60,
    perAddress: 240,
    seconds: 10 * minute,
  },
  becomeSeller: {
    what: "Requests to become a seller",
    perAccount: 20,
    perAddress: 60,
    seconds: hour,
  },
  auditFile: { what: "Audit log downloads", perAccount: 10, perAddress: 40, seconds: minute },
});

function named<Name extends string>(table: Record<Name, Omit<Limit, "name">>): Record<Name, Limit> {
  const entries = Object.entries<Omit<Limit, "name">>(table);
  return Object.fromEntries(
    entries.map(([name, limit]) => [name, { name, ...limit }]),
  ) as unknown as Record<Name, Limit>;
}
