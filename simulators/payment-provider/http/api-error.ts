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
 * A refusal. `executed`: the work had begun, so the answer is kept under the request's idempotency key; a request
 * that failed validation is not kept (docs.stripe.com/api/idempotent_requests).
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

/** A 400: the request itself is wrong. */
export function invalidRequest(message: string, details: Details = {}): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...details });
}

/** A 400 found only by looking at the state of things. */
export function refused(message: string, details: Details = {}): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...details }, true);
}

/** A 404. `name` is the provider's word for the object, such as `payment_intent`. */
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

/** A 401: nobody knows who is asking. */
export function unauthorized(message: string, details: Details = {}): ApiError {
  return new ApiError(401, { type: "invalid_request_error", message, ...details });
}

/** A 402 of a card that is refused before anything was tried with it. */
export function cardRefused(message: string, details: Details): ApiError {
  return new ApiError(402, { type: "card_error", message, ...details }, true);
}

/** A 500 of the provider: `told` in a test, or because something is wrong here. */
export function providerFailure(told: boolean): ApiError {
  const why = told ? " The payment simulator was told to fail here." : "";
  return new ApiError(500, { type: "api_error", message: `An unknown error occurred.${why}` });
}

/** A 404 for an address that means nothing. */
export function noRoute(method: string, path: string): ApiError {
  return new ApiError(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

/** A 401: a browser's key cannot do this. */
export function secretKeyRequired(): ApiError {
  return unauthorized(
    "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
    { code: "secret_key_required" },
  );
}
