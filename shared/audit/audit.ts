/** The kind of an action's subject; null for the shop as a whole. */
type AuditSubjectKind = "account" | "listing" | "booking" | "payment";

type AuditActionFacts = { words: string; subject: AuditSubjectKind | null };

/** Every action in the audit log, with its label and kind of subject. */
export const auditActionFacts = {
  "seller.verify": { words: "Seller verified", subject: "account" },
  "seller.unverify": { words: "Verification revoked", subject: "account" },
  "seller.check": { words: "Seller checked", subject: "account" },
  "seller.uncheck": { words: "Check of a seller withdrawn", subject: "account" },
  "seller.suspend": { words: "Seller suspended", subject: "account" },
  "seller.unsuspend": { words: "Suspension lifted", subject: "account" },
  "seller.delete": { words: "Seller deleted", subject: "account" },
  "buyer.delete": { words: "Buyer deleted", subject: "account" },
  "account.delete": { words: "Account deleted by its owner", subject: "account" },
  "account.become_seller": { words: "Buyer became a seller", subject: "account" },
  "user.make_admin": { words: "Made an admin", subject: "account" },
  "user.remove_admin": { words: "No longer an admin", subject: "account" },
  "key.create": { words: "API key created", subject: "account" },
  "key.revoke": { words: "API key revoked", subject: "account" },
  "key.refuse": { words: "API key lacked a scope", subject: "account" },
  "key.end": { words: "All API keys ended", subject: "account" },
  "webhook.set": { words: "Webhook set", subject: "account" },
  "webhook.remove": { words: "Webhook removed", subject: "account" },
  "webhook.disable": { words: "Webhook disabled after failures", subject: "account" },
  "listing.remove": { words: "Car removed", subject: "listing" },
  "listing.restore": { words: "Removal taken back", subject: "listing" },
  "listing.relist": { words: "Car put back on sale", subject: "listing" },
  "report.dismiss": { words: "Reports dismissed", subject: "listing" },
  "report.reopen": { words: "Reports reopened", subject: "listing" },
  "flag.dismiss": { words: "Flag of a car dismissed", subject: "listing" },
  "claim.confirm": { words: "Claim of a VIN confirmed", subject: "listing" },
  "claim.refuse": { words: "Claim of a VIN refused", subject: "listing" },
  "review.dismiss": { words: "Reports of a review dismissed", subject: "booking" },
  "review.remove": { words: "Review removed", subject: "booking" },
  "appeal.decide": { words: "Appeal decided", subject: "account" },
  "booking.refund": { words: "Booking refunded", subject: "booking" },
  "booking.check_payment": { words: "Payment read back", subject: "booking" },
  "payment.refund": { words: "Quarantined payment refunded", subject: "payment" },
  "prices.train": { words: "Price model training requested", subject: null },
  "history.head": { words: "End of the car history noted", subject: null },
  "demo.loaded": { words: "Demo data loaded", subject: null },
  "demo.remove": { words: "Demo account removed", subject: "account" },
} as const satisfies Record<string, AuditActionFacts>;

export type AuditAction = keyof typeof auditActionFacts;

export const auditActions = Object.keys(auditActionFacts) as [AuditAction, ...AuditAction[]];

/** The actor's name for actions without an admin. */
export const commandLine = "Command line";
