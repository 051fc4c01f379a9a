/**
 * Traces by OpenTelemetry, where `OTEL_EXPORTER_OTLP_ENDPOINT` says who collects them: requests, batches of positions, jobs.
 * Nothing of its SDK is loaded without that setting, and a span is nothing then.
 */
import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { App, Request } from './http/app-type.ts';

const tracer = () => trace.getTracer('atalaia');
let isTraced = false;

export interface Tracing {
  /** Sends what was gathered, and ends. */
  stop(): Promise<void>;
}

/** `describe`: what this process is, as OpenTelemetry names it (`service.version`). */
export async function openTracing(endpoint: string, describe: Attributes): Promise<Tracing> {
  const [{ W3CTraceContextPropagator }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
    await Promise.all([
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ]);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'atalaia', ...describe }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }),
      }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  isTraced = true;
  return {
    async stop() {
      isTraced = false;
      trace.disable();
      propagation.disable();
      await provider.shutdown();
    },
  };
}

/** Does some work within a span; one that fails is marked. */
export async function inSpan<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isTraced) return work();
  const span = tracer().startSpan(name, { attributes });
  try {
    return await work();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'failed' });
    throw error;
  } finally {
    span.end();
  }
}

/** A span a request, named by its route: no address of a request leaves the house, for it may hold what is secret. */
export function traceRequests(app: App): void {
  const spans = new WeakMap<Request, Span>();
  app.addHook('onRequest', async (request) => {
    if (!isTraced) return;
    const parent = propagation.extract(context.active(), request.headers);
    const attributes = { 'http.request.method': request.method };
    spans.set(request, tracer().startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent));
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    if (!span) return;
    const route = request.routeOptions.url;
    if (route !== undefined) span.updateName(`${request.method} ${route}`).setAttribute('http.route', route);
    span.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
}
