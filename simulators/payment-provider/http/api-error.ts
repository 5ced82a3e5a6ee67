import type Stripe from "stripe";

/** The body of the provider's error: `{ "error": { … } }`. */
type ErrorBody = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  doc_url?: string;
  param?: string;
  charge?: string;
  advice_code?: string;
  network_decline_code?: string;
  network_advice_code?: string;
  payment_intent?: Partial<Stripe.PaymentIntent>;
  payment_method?: Partial<Stripe.PaymentMethod>;
  request_log_url?: string;
};

/**
 * An error response. `executed`: the request passed validation, so the response is stored under its idempotency key
 * (docs.stripe.com/api/idempotent_requests).
 */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly executed: boolean;

  constructor(status: number, body: ErrorBody, executed = false) {
    super(body.message);
    this.name = "ApiError";
    this.status = status;
    const { code } = body;
    const docUrl = code && `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`;
    this.body = docUrl ? { doc_url: docUrl, ...body } : body;
    this.executed = executed;
  }
}

type Details = Partial<Omit<ErrorBody, "type" | "message">>;

/** 400: invalid request. */
export function invalidRequest(message: string, details: Details = {}): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...details });
}

/** 400: the request is valid, but the state of the object does not allow it. */
export function refused(message: string, details: Details = {}): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...details }, true);
}

/** 404. `name` is the provider's name of the object, such as `payment_intent`. */
export function noSuch(name: string, id: string, param: string): ApiError {
  return new ApiError(
    404,
    {
      type: "invalid_request_error",
      code: "resource_missing",
      message: `No such ${name}: '${id}'`,
      param,
    },
    true,
  );
}

/** 401: missing or invalid key. */
export function unauthorized(message: string, details: Details = {}): ApiError {
  return new ApiError(401, { type: "invalid_request_error", message, ...details });
}

/** 402: the card is refused before a payment is attempted. */
export function cardRefused(message: string, details: Details): ApiError {
  return new ApiError(402, { type: "card_error", message, ...details }, true);
}

/** 500: requested by a test (`told`), or an actual bug. */
export function providerFailure(isRequested: boolean): ApiError {
  const why = isRequested ? " The payment simulator was told to fail here." : "";
  return new ApiError(500, { type: "api_error", message: `An unknown error occurred.${why}` });
}

/** 404: unknown URL. */
export function noRoute(method: string, path: string): ApiError {
  return new ApiError(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

/** 401: not allowed with the publishable key. */
export function secretKeyRequired(): ApiError {
  return unauthorized(
    "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
    { code: "secret_key_required" },
  );
}
