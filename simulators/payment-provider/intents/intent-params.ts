import { invalidRequest } from "#simulators/payment-provider/http/api-error.ts";
import {
  boolean,
  ignored,
  integer,
  listOf,
  metadata,
  oneOf,
  optionalText,
  required,
  shape,
  text,
  type Reader,
} from "#simulators/payment-provider/http/params.ts";
import { methodReaders } from "./make-payment-method.ts";

/** A return URL: only http and https, so that a challenge cannot lead to a script URL. */
const returnUrl: Reader<string | undefined> = (value, name) => {
  const given = text(value, name);
  if (given === undefined) return undefined;
  const scheme = URL.canParse(given) ? new URL(given).protocol : "";
  if (scheme !== "http:" && scheme !== "https:")
    throw invalidRequest("Not a valid URL", { code: "url_invalid", param: name });
  return given;
};

const shippingReader = shape({
  address: shape({
    city: optionalText,
    country: optionalText,
    line1: optionalText,
    line2: optionalText,
    postal_code: optionalText,
    state: optionalText,
  }),
  carrier: optionalText,
  name: required(text),
  phone: optionalText,
  tracking_number: optionalText,
});

const details = {
  description: optionalText,
  metadata,
  receipt_email: optionalText,
  shipping: shippingReader,
  setup_future_usage: oneOf("on_session", "off_session"),
  statement_descriptor: optionalText,
  statement_descriptor_suffix: optionalText,
  transfer_group: optionalText,
  payment_method: text,
  payment_method_data: shape(methodReaders),
  payment_method_options: ignored,
  allowed_payment_method_types: listOf(text),
  capture_method: oneOf("automatic", "automatic_async", "manual"),
  expand: listOf(text),
};

export const confirmReaders = {
  payment_method: text,
  payment_method_data: shape(methodReaders),
  payment_method_options: ignored,
  allowed_payment_method_types: listOf(text),
  return_url: returnUrl,
  receipt_email: optionalText,
  shipping: shippingReader,
  setup_future_usage: oneOf("on_session", "off_session"),
  use_stripe_sdk: boolean,
  off_session: boolean,
  mandate_data: ignored,
  expand: listOf(text),
};

/** Extra parameters of browser libraries. They have no effect. */
export const browserReaders = {
  client_secret: required(text),
  expected_payment_method_type: ignored,
  payment_user_agent: ignored,
  referrer: ignored,
  time_on_page: ignored,
};

export const createReaders = {
  ...details,
  amount: required(integer),
  currency: required(text),
  automatic_payment_methods: shape({
    enabled: required(boolean),
    allow_redirects: oneOf("always", "never"),
  }),
  confirm: boolean,
  confirmation_method: oneOf("automatic", "manual"),
  customer: text,
  return_url: returnUrl,
  use_stripe_sdk: boolean,
  off_session: boolean,
  mandate_data: ignored,
};

export const updateReaders = { ...details, amount: integer, currency: text, customer: text };
