/** Outcome of a payment with a test card. Uses the provider's codes where they exist. */
export type TestPayment =
  | "succeeds"
  | "generic_decline"
  | "insufficient_funds"
  | "lost_card"
  | "stolen_card"
  | "card_velocity_exceeded"
  | "fraudulent"
  | "expired_card"
  | "incorrect_cvc"
  | "processing_error"
  | "incorrect_number"
  | "challenge"
  | "challenge_then_declined"
  | "challenge_then_insufficient_funds"
  | "challenge_unavailable";

/** What happens after the payment. */
export type TestAftermath =
  "refund_pending" | "refund_fails" | "dispute_fraudulent" | "dispute_not_received" | "inquiry";

export type TestCard = {
  /** Digits only. */
  readonly number: string;
  readonly name: string;
  /** Short description for the list next to the form. */
  readonly happens: string;
  readonly brand: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay";
  readonly funding: "credit" | "debit" | "prepaid";
  readonly country: string;
  readonly payment: TestPayment;
  readonly aftermath?: TestAftermath;
  /** Payment method IDs that represent the card in server tests. */
  readonly tokens: readonly string[];
};

type Facts = Pick<TestCard, "number" | "name" | "payment" | "happens"> &
  Partial<Pick<TestCard, "brand" | "funding" | "country" | "aftermath" | "tokens">>;

function card(facts: Facts): TestCard {
  return { brand: "visa", funding: "credit", country: "US", tokens: [], ...facts };
}

const paid = { payment: "succeeds", happens: "The payment succeeds" } as const;

/**
 * Published test cards of the provider that the simulator accepts, simplest first. It refuses any other number.
 * Source: docs.stripe.com/testing. None of them is a real card.
 */
export const testCards: readonly TestCard[] = [
  card({ number: "4242424242424242", name: "Visa", ...paid, tokens: ["pm_card_visa"] }),
  card({
    number: "4000056655665556",
    name: "Visa debit",
    ...paid,
    funding: "debit",
    tokens: ["pm_card_visa_debit"],
  }),
  card({
    number: "5555555555554444",
    name: "Mastercard",
    ...paid,
    brand: "mastercard",
    tokens: ["pm_card_mastercard"],
  }),
  card({ number: "2223003122003222", name: "Mastercard 2-series", ...paid, brand: "mastercard" }),
  card({
    number: "5200828282828210",
    name: "Mastercard debit",
    ...paid,
    brand: "mastercard",
    funding: "debit",
    tokens: ["pm_card_mastercard_debit"],
  }),
  card({
    number: "5105105105105100",
    name: "Mastercard prepaid",
    ...paid,
    brand: "mastercard",
    funding: "prepaid",
    tokens: ["pm_card_mastercard_prepaid"],
  }),
  card({
    number: "378282246310005",
    name: "American Express",
    ...paid,
    brand: "amex",
    tokens: ["pm_card_amex"],
  }),
  card({ number: "371449635398431", name: "American Express", ...paid, brand: "amex" }),
  card({
    number: "6011111111111117",
    name: "Discover",
    ...paid,
    brand: "discover",
    tokens: ["pm_card_discover"],
  }),
  card({
    number: "3056930009020004",
    name: "Diners Club",
    ...paid,
    brand: "diners",
    tokens: ["pm_card_diners"],
  }),
  card({
    number: "3566002020360505",
    name: "JCB",
    ...paid,
    brand: "jcb",
    country: "JP",
    tokens: ["pm_card_jcb"],
  }),
  card({
    number: "6200000000000005",
    name: "UnionPay",
    ...paid,
    brand: "unionpay",
    country: "CN",
    tokens: ["pm_card_unionpay"],
  }),
  card({
    number: "4000000000000002",
    name: "Declined",
    payment: "generic_decline",
    happens: "The card is declined",
    tokens: ["pm_card_visa_chargeDeclined", "pm_card_chargeDeclined"],
  }),
  card({
    number: "4000000000009995",
    name: "Insufficient funds",
    payment: "insufficient_funds",
    happens: "Declined for insufficient funds",
    tokens: [
      "pm_card_visa_chargeDeclinedInsufficientFunds",
      "pm_card_chargeDeclinedInsufficientFunds",
    ],
  }),
  card({
    number: "4000000000009987",
    name: "Lost card",
    payment: "lost_card",
    happens: "Declined as a lost card",
    tokens: ["pm_card_visa_chargeDeclinedLostCard", "pm_card_chargeDeclinedLostCard"],
  }),
  card({
    number: "4000000000009979",
    name: "Stolen card",
    payment: "stolen_card",
    happens: "Declined as a stolen card",
    tokens: ["pm_card_visa_chargeDeclinedStolenCard", "pm_card_chargeDeclinedStolenCard"],
  }),
  card({
    number: "4000000000006975",
    name: "Too many payments",
    payment: "card_velocity_exceeded",
    happens: "Declined for too many payments with the card",
    tokens: ["pm_card_visa_chargeDeclinedVelocityLimitExceeded"],
  }),
  card({
    number: "4000000000000069",
    name: "Expired card",
    payment: "expired_card",
    happens: "Declined as expired",
    tokens: ["pm_card_chargeDeclinedExpiredCard"],
  }),
  card({
    number: "4000000000000127",
    name: "Incorrect CVC",
    payment: "incorrect_cvc",
    happens: "Declined for a wrong security code",
    tokens: ["pm_card_chargeDeclinedIncorrectCvc"],
  }),
  card({
    number: "4000000000000119",
    name: "Processing error",
    payment: "processing_error",
    happens: "An error while processing the card",
    tokens: ["pm_card_chargeDeclinedProcessingError"],
  }),
  card({
    number: "4242424242424241",
    name: "Incorrect number",
    payment: "incorrect_number",
    happens: "The number is refused as incorrect",
  }),
  card({
    number: "4100000000000019",
    name: "Blocked as fraud",
    payment: "fraudulent",
    happens: "Blocked as too risky",
    tokens: ["pm_card_radarBlock"],
  }),
  card({
    number: "4000002500003155",
    name: "3-D Secure",
    payment: "challenge",
    happens: "The bank asks for confirmation",
    tokens: ["pm_card_authenticationRequiredOnSetup"],
  }),
  card({
    number: "4000002760003184",
    name: "3-D Secure always",
    payment: "challenge",
    happens: "The bank asks for confirmation every time",
    tokens: ["pm_card_authenticationRequired"],
  }),
  card({
    number: "4000000000003220",
    name: "3-D Secure 2",
    payment: "challenge",
    happens: "The bank asks for confirmation",
    tokens: ["pm_card_threeDSecure2Required"],
  }),
  card({
    number: "4000000000003055",
    name: "3-D Secure optional",
    ...paid,
    tokens: ["pm_card_threeDSecureOptional"],
  }),
  card({
    number: "4000008400001629",
    name: "3-D Secure, then declined",
    payment: "challenge_then_declined",
    happens: "Declined after the bank's confirmation",
    tokens: ["pm_card_threeDSecureRequiredChargeDeclined"],
  }),
  card({
    number: "4000008260003178",
    name: "3-D Secure, then insufficient funds",
    payment: "challenge_then_insufficient_funds",
    happens: "Insufficient funds after the bank's confirmation",
    tokens: ["pm_card_authenticationRequiredChargeDeclinedInsufficientFunds"],
  }),
  card({
    number: "4000008400001280",
    name: "3-D Secure unavailable",
    payment: "challenge_unavailable",
    happens: "Declined because the bank's confirmation is unavailable",
    tokens: ["pm_card_threeDSecureRequiredProcessingError"],
  }),
  card({
    number: "4000000000000259",
    name: "Disputed as fraud",
    payment: "succeeds",
    happens: "Succeeds, and is disputed as fraudulent",
    aftermath: "dispute_fraudulent",
    tokens: ["pm_card_createDispute"],
  }),
  card({
    number: "4000000000002685",
    name: "Disputed as not received",
    payment: "succeeds",
    happens: "Succeeds, and is disputed as not received",
    aftermath: "dispute_not_received",
    tokens: ["pm_card_createDisputeProductNotReceived"],
  }),
  card({
    number: "4000000000001976",
    name: "Inquiry",
    payment: "succeeds",
    happens: "Succeeds, and the bank inquires",
    aftermath: "inquiry",
    tokens: ["pm_card_createDisputeInquiry"],
  }),
  card({
    number: "4000000000007726",
    name: "Slow refund",
    payment: "succeeds",
    happens: "Succeeds; a refund is pending first",
    aftermath: "refund_pending",
    tokens: ["pm_card_pendingRefund"],
  }),
  card({
    number: "4000000000005126",
    name: "Refund fails",
    payment: "succeeds",
    happens: "Succeeds; a refund fails later",
    aftermath: "refund_fails",
    tokens: ["pm_card_refundFail"],
  }),
];

/** Finds a card by its number, with or without spaces and dashes. */
export function findTestCard(number: string): TestCard | undefined {
  const digits = number.replace(/[\s-]/g, "");
  return testCards.find((testCard) => testCard.number === digits);
}
