/** Every error the API returns: its HTTP status and default message. */
export const errorCatalogue = {
  invalid_input: { status: 400, message: "Some of the information you sent is not valid." },
  invalid_cursor: { status: 400, message: "This cursor is not valid." },
  not_signed_in: { status: 401, message: "Please sign in." },
  token_invalid: { status: 401, message: "Your sign-in has ended. Please sign in again." },
  not_allowed: { status: 403, message: "You do not have permission to do this." },
  foreign_origin: { status: 403, message: "This request is only accepted from our own pages." },
  wrong_password: { status: 400, message: "That password is not correct." },
  reauthentication_required: { status: 403, message: "Please confirm that it is you first." },
  sign_in_refused: { status: 401, message: "Invalid email or password" },
  link_over: {
    status: 410,
    message: "This link has expired or was already used. Please request a new one.",
  },
  not_found: { status: 404, message: "Nothing was found at this address." },
  listing_gone: { status: 410, message: "This car has been sold and is no longer shown." },
  method_not_allowed: { status: 405, message: "This method is not allowed here." },
  payment_not_possible: { status: 409, message: "This booking cannot be paid by card right now." },
  payment_unavailable: {
    status: 503,
    message:
      "The card service did not respond. You were not charged. Please try again in a moment.",
  },
  provider_unavailable: {
    status: 503,
    message:
      "Google is not responding. Please try again in a moment, or sign in with your password.",
  },
  provider_refused: { status: 400, message: "We could not verify Google's response." },
  bad_signature: { status: 400, message: "The signature is not valid." },
  timed_out: { status: 408, message: "The request took too long. Please try again." },
  conflict: { status: 409, message: "Someone else just changed this. Refresh and try again." },
  account_missing: {
    status: 409,
    message: "Your sign-up is not finished. Please sign up again with the same email and password.",
  },
  email_taken: { status: 422, message: "User already exists. Use another email." },
  too_large: { status: 413, message: "This is too large." },
  unsupported_media: { status: 415, message: "This type of content is not supported." },
  image_unreadable: { status: 422, message: "This file could not be read as an image." },
  too_many_requests: { status: 429, message: "Too many attempts. Please wait a moment." },
  internal: { status: 500, message: "Something went wrong on our side." },
  disk_full: {
    status: 507,
    message: "The shop has too little disk space for uploads right now. Please try again later.",
  },
  unavailable: { status: 503, message: "The shop is not ready yet. Please try again in a moment." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Error message for each invalid field, keyed by the field's name in the request. */
export type FieldErrors = Record<string, string>;

/** An error meant for the caller. Anything else that is thrown becomes a 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldErrors | undefined;
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    details: { message?: string; fields?: FieldErrors; retryAfter?: number } = {},
  ) {
    super(details.message ?? errorCatalogue[code].message);
    this.name = "AppError";
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
  }
}
