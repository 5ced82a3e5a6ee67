import type { Role } from "#shared/accounts/account.ts";

/**
 * The only table of who may call what. A rule is `anyone`, the roles whose bearer token is accepted, `session` (the
 * two calls that bridge from the identity service and take its cookie), `signature` (the card provider, by the raw body), or
 * `identity` (Better Auth decides itself).
 * The server does not start if a route under /api is missing here. Use cases check ownership and answer 404.
 */
export type AccessRule = "anyone" | "session" | "signature" | "identity" | readonly Role[];

const everyRole = ["Buyer", "Seller", "admin"] as const;

export const policy: Record<string, AccessRule> = {
  "GET /api/health": "anyone",
  "GET /api/openapi.json": "anyone",
  "GET /api/category": "anyone",
  "GET /api/listings": "anyone",
  "GET /api/listings/suggestions": "anyone",
  "GET /api/listings/:id": "anyone",
  "GET /api/listings/:id/similar": "anyone",
  "GET /api/products": "anyone",
  "GET /api/products/:id": "anyone",
  "PUT /api/products/:id": ["Seller"],
  "PATCH /api/products/:id": ["Seller"],
  "GET /api/addproduct": ["Seller", "admin"],
  "GET /api/addproduct/:id": ["Seller", "admin"],
  "POST /api/addproduct": ["Seller"],
  "DELETE /api/addproduct/:id": ["Seller", "admin"],
  "POST /api/bookings": ["Buyer"],
  "GET /api/bookings": ["Buyer", "admin"],
  "GET /api/bookings/:id": everyRole,
  "DELETE /api/bookings/:id": ["Buyer"],
  "POST /api/create-payment-intent": ["Buyer"],
  "POST /api/payments/webhook": "signature",
  "GET /api/payments/quarantined": ["admin"],
  "POST /api/payments/:id/refund": ["admin"],
  "POST /api/bookings/:id/payment/check": ["Buyer", "admin"],
  "GET /api/bookings/:id/payment": ["admin"],
  "POST /api/bookings/:id/refunds": ["admin"],
  "POST /api/bookings/:id/relist": ["admin"],
  "GET /api/bookings/:id/receipt": everyRole,
  "GET /api/bookings/:id/receipt.pdf": everyRole,
  "GET /api/outbox": "anyone",
  "GET /api/audit": ["admin"],
  "GET /api/audit.csv": ["admin"],
  "PUT /api/reportedProducts/:id": ["Buyer"],
  "GET /api/reportedProducts": ["admin"],
  "POST /api/reportedProducts/:id/dismiss": ["admin"],
  "POST /api/reportedProducts/:id/remove": ["admin"],
  "POST /api/reportedProducts/:id/reopen": ["admin"],
  "GET /api/moderation": ["Seller"],
  "GET /api/appeals": ["Seller", "admin"],
  "POST /api/appeals": ["Seller"],
  "POST /api/appeals/:id/decide": ["admin"],
  "GET /api/users": ["admin"],
  "POST /api/users": "session",
  "GET /api/users/admin/:email": everyRole,
  "GET /api/users/seller/:email": everyRole,
  "PUT /api/users/admin/:id": ["admin"],
  "DELETE /api/users/admin/:id": ["admin"],
  "GET /api/jwt": "session",
  "GET /api/account": everyRole,
  "PUT /api/account/contact": ["Seller"],
  "GET /api/buyer": ["admin"],
  "DELETE /api/buyer/:id": ["admin"],
  "GET /api/seller": ["admin"],
  "PUT /api/seller/verify/:id": ["admin"],
  "DELETE /api/seller/verify/:id": ["admin"],
  "PUT /api/seller/suspend/:id": ["admin"],
  "DELETE /api/seller/suspend/:id": ["admin"],
  "DELETE /api/seller/:id": ["admin"],
  "GET /api/favorites": everyRole,
  "GET /api/favorites/ids": everyRole,
  "POST /api/favorites": everyRole,
  "PUT /api/favorites/:id": everyRole,
  "DELETE /api/favorites/:id": everyRole,
  "GET /api/saved-searches": everyRole,
  "POST /api/saved-searches": everyRole,
  "PATCH /api/saved-searches/:id": everyRole,
  "DELETE /api/saved-searches/:id": everyRole,
  // By the signed token of the link.
  "GET /api/saved-searches/unsubscribe": "anyone",
  "POST /api/saved-searches/unsubscribe": "anyone",
  "GET /api/dashboard-summary": everyRole,
  "POST /api/products/:id/views": "anyone",
  "GET /api/seller/stats": ["Seller"],
  "POST /api/account/become-seller": ["Buyer"],
  "GET /api/account/purchases": everyRole,
  "GET /api/account/data": everyRole,
  "GET /api/account/deletion": everyRole,
  "POST /api/account/delete": everyRole,
  "POST /api/images": "anyone",
};

/** Whether a path belongs to the identity service, which guards itself. */
export function isIdentityPath(path: string): boolean {
  return path.startsWith("/api/auth/");
}
