import type { Attributes, Context, Link, Span, SpanKind, Tracer } from "@opentelemetry/api";
import type { Config } from "#server/platform/config/config.ts";

type Api = typeof import("@opentelemetry/api");
type TracingConfig = Pick<
  Config,
  "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" | "OTEL_SDK_DISABLED"
>;

// One per process, because the current span is a property of the running code. Null while traces are off.
let tracing: { api: Api; tracer: Tracer } | null = null;

/** Milliseconds that a stopping process waits for a collector. */
const patience = 1_000;

/**
 * Starts to record traces if OTEL_EXPORTER_OTLP_ENDPOINT is set. The SDK, which takes a tenth of a second to load, is
 * loaded only then. Returns a function that sends what is left.
 */
export async function startTracing(
  config: TracingConfig,
  version: string,
): Promise<() => Promise<void>> {
  const url = collectorUrl(config);
  if (url === null) return async () => undefined;
  const [api, node, exporter, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const provider = new node.NodeTracerProvider({
    // The environment's OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win.
    resource: resources
      .defaultResource()
      .merge(
        resources.resourceFromAttributes({ "service.name": "marque", "service.version": version }),
      )
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new node.BatchSpanProcessor(new exporter.OTLPTraceExporter({ url }))],
  });
  // For the current span. Headers are read and written here, so that no baggage leaves the shop.
  provider.register();
  tracing = { api, tracer: provider.getTracer("marque", version) };
  return async () => {
    tracing = null;
    const late = new Promise<void>((resolve) => setTimeout(resolve, patience).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}

function collectorUrl(config: TracingConfig): string | null {
  if (config.OTEL_SDK_DISABLED?.toLowerCase() === "true") return null;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = config;
  return traces ?? (all ? `${all}/v1/traces` : null);
}

export function isTracing(): boolean {
  return tracing !== null;
}

export type SpanOptions = {
  kind: keyof typeof SpanKind;
  attributes?: Attributes;
  /** A W3C traceparent of the work that caused this, which may have ended long ago. */
  causedBy?: string | undefined;
};

/**
 * Runs `work` as a span of the current trace, or of a new one. Without tracing it only runs `work`. An error is recorded
 * by its type, because messages can contain personal data.
 */
export async function inSpan<T>(
  name: string,
  { kind, attributes = {}, causedBy }: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracing) return work();
  const { api, tracer } = tracing;
  const cause = parseTraceparent(causedBy);
  const links: Link[] = cause ? [{ context: cause }] : [];
  const options = { kind: api.SpanKind[kind], attributes, links, root: cause !== null };
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work();
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Sets an attribute of the current span. */
export function setSpanAttribute(name: string, value: string | number): void {
  tracing?.api.trace.getActiveSpan()?.setAttribute(name, value);
}

/** The current span as W3C traceparent; undefined without one. */
export function currentTraceparent(): string | undefined {
  const context = tracing?.api.trace.getActiveSpan()?.spanContext();
  if (!context) return undefined;
  return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, "0")}`;
}

/** The span of a request, which ends with its response. */
export type RequestSpan = {
  enter(work: () => void): void;
  end(name: string, given: Attributes): void;
};

/** Starts the span of a request. `traceparent` is the caller's, if the caller is trusted. */
export function startRequestSpan(
  attributes: Attributes,
  traceparent: string | undefined,
): RequestSpan | null {
  if (!tracing) return null;
  const { api, tracer } = tracing;
  const caller = parseTraceparent(traceparent);
  const parent = caller
    ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...caller, isRemote: true })
    : api.ROOT_CONTEXT;
  const span = tracer.startSpan("request", { kind: api.SpanKind.SERVER, attributes }, parent);
  const context: Context = api.trace.setSpan(parent, span);
  return {
    enter: (work) => api.context.with(context, work),
    end(name, given) {
      span.updateName(name).setAttributes(given);
      if (Number(given["http.response.status_code"]) >= 500)
        span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** A span below the current one, ended by the returned function. Null without a current span. */
export function startChildSpan(
  name: string,
  attributes: Attributes,
): ((error?: unknown) => void) | null {
  if (!tracing?.api.trace.getActiveSpan()) return null;
  const { api, tracer } = tracing;
  const span = tracer.startSpan(name, { kind: api.SpanKind.CLIENT, attributes });
  return (error) => {
    if (error !== undefined && error !== null) markFailed(span, error);
    span.end();
  };
}

/** Makes a callback run in the trace of the code that gave it, even if other code calls it. */
export function keepTrace<Callback extends (...given: never[]) => unknown>(
  callback: Callback,
): Callback {
  return tracing ? tracing.api.context.bind(tracing.api.context.active(), callback) : callback;
}

function markFailed(span: Span, error: unknown): void {
  const code = error instanceof Error && "code" in error ? error.code : null;
  const type = typeof code === "string" ? code : error instanceof Error ? error.name : "unknown";
  span.setAttribute("error.type", type).setStatus({ code: tracing?.api.SpanStatusCode.ERROR ?? 2 });
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
function parseTraceparent(header: string | undefined) {
  const [, traceId, spanId, flags] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(header ?? "") ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}
