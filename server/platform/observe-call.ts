import { observe } from "#server/platform/metrics/metrics.ts";
import {
  currentTraceparent,
  inSpan,
  setSpanAttribute,
  type SpanOptions,
} from "#server/platform/tracing/tracing.ts";

type ObservedCall<T> = {
  service: "payments" | "sign_in" | "email";
  /** The span's name. */
  name: string;
  attributes: NonNullable<SpanOptions["attributes"]>;
  /** The HTTP status of an answer. Without it, every answer is a success. */
  statusOf?: (answer: T) => number;
};

/** Times and traces a call to another service. `call` gets the W3C traceparent that it may send. */
export async function observeCall<T>(
  { service, name, attributes, statusOf }: ObservedCall<T>,
  call: (traceparent: string | undefined) => Promise<T>,
): Promise<T> {
  const began = performance.now();
  let outcome: "ok" | "refused" | "failed" = "failed";
  try {
    return await inSpan(name, { kind: "CLIENT", attributes }, async () => {
      const answer = await call(currentTraceparent());
      const status = statusOf?.(answer);
      if (status !== undefined) setSpanAttribute("http.response.status_code", status);
      outcome = (status ?? 200) < 400 ? "ok" : (status ?? 200) < 500 ? "refused" : "failed";
      return answer;
    });
  } finally {
    observe("outboundCalls", { service, outcome }, (performance.now() - began) / 1_000);
  }
}
