import { setTimeout as delay } from 'node:timers/promises';
import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/lib/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { type SpanDetails, setTracer, type Tracer } from './tracing.ts';
import type { TracingConfig } from './tracing-settings.ts';

/** Timeout for sending a batch. */
const EXPORT_MS = 5 * SECOND_MS;
/**
 * Queue limit while the collector is unreachable; further spans are dropped. A span is about 1 kB.
 */
const MAX_WAITING = 2048;
const BATCH_SIZE = 512;
const BATCHES_UNDER_WAY = 4;
/** Timeout for sending the last spans on shutdown. */
const FLUSH_MS = SECOND_MS;
const MAX_TEXT_LENGTH = 4096;

const TRACEPARENT = /^(?!ff)[\da-f]{2}-((?!0{32})[\da-f]{32})-((?!0{16})[\da-f]{16})-([\da-f]{2})(?:-|$)/;
/**
 * Our error codes, PostgreSQL's SQLSTATEs and socket errors. Messages may quote user input, so they
 * are never exported.
 */
const ERROR_CODE = /^\w{1,40}$/;

/**
 * Parses the caller's span from `traceparent` (W3C Trace Context); undefined without a valid
 * header.
 */
function callerOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' && ERROR_CODE.test(error.code) ? error.code : error.name;
}

function fail(span: Span, errorType: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', errorType);
}

/**
 * Every span begins and ends by the process's own clock, in ms: the library's default for a beginning is
 * whole milliseconds of the date, which puts a statement before its request.
 */
function endSpan(span: Span, error?: unknown, endTime = performance.now()): void {
  if (error) fail(span, errorTypeOf(error));
  span.end(endTime);
}

function createTracer(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('shop');
  const optionsOf = ({ kind, attributes = {} }: SpanDetails) => ({
    kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
    attributes,
  });
  return {
    async withSpan(name, details, isRoot, work) {
      const parent = isRoot ? ROOT_CONTEXT : context.active();
      const span = tracer.startSpan(name, { ...optionsOf(details), startTime: performance.now() }, parent);
      try {
        const result = await context.with(trace.setSpan(parent, span), work);
        endSpan(span);
        return result;
      } catch (error) {
        endSpan(span, error);
        throw error;
      }
    },
    recordChild(name, details, { durationMs, error }) {
      // Also below a span that has ended: work may outlive its request.
      const parent = trace.getActiveSpan()?.spanContext();
      if (!parent || !(parent.traceFlags & TraceFlags.SAMPLED)) return;
      const endTime = performance.now();
      const startTime = endTime - durationMs;
      endSpan(tracer.startSpan(name, { ...optionsOf(details), startTime }), error, endTime);
    },
    startRequest(method, route, traceparent) {
      const caller = callerOf(traceparent);
      const attributes = { 'http.request.method': method, ...(route !== undefined && { 'http.route': route }) };
      const name = route === undefined ? method : `${method} ${route}`;
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes, startTime: performance.now() }, caller);
      const own = trace.setSpan(caller, span);
      return {
        run: (next) => context.with(own, next),
        end(status) {
          if (status === undefined) fail(span, 'aborted');
          else span.setAttribute('http.response.status_code', status);
          if (status !== undefined && status >= 500) fail(span, String(status));
          endSpan(span);
        },
      };
    },
    activeIds() {
      const ids = trace.getActiveSpan()?.spanContext();
      return ids && { trace_id: ids.traceId, span_id: ids.spanId };
    },
  };
}

/** Logs export failures, once a minute at most. */
function createComplaint(log: FastifyBaseLogger, clock: Clock): (about: object) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  return (about) => {
    const now = clock.now().getTime();
    if (now - saidAt < MINUTE_MS) return;
    saidAt = now;
    log.warn(about, 'traces not sent');
  };
}

function createExporter({ endpoint, headers }: TracingConfig, complain: (about: object) => void): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: EXPORT_MS,
    concurrencyLimit: BATCHES_UNDER_WAY,
  });
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) complain({ err: result.error });
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** The name of the service in the traces. */
const SERVICE_NAME = 'shop';

type Options = { tracing: TracingConfig; clock: Clock; log: FastifyBaseLogger };

/**
 * Starts recording spans and sends them to a collector (OTLP, protobuf over HTTP) in batches in the
 * background. Drops spans when the collector is unreachable or slow. One instance per process.
 * `stop` sends the remaining spans within a short timeout.
 */
export function startTracing({ tracing, clock, log }: Options): { stop: () => Promise<void> } {
  const complain = createComplaint(log, clock);
  const silent = () => {};
  // Of the library's own log messages, only those about dropped spans are useful.
  const warn = (reason: string) => complain({ reason });
  diag.setLogger(
    { error: silent, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': SERVICE_NAME })),
    spanLimits: { attributeValueLengthLimit: MAX_TEXT_LENGTH },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: createExporter(tracing, complain),
        maxQueueSize: MAX_WAITING,
        maxExportBatchSize: BATCH_SIZE,
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  });
  setTracer(createTracer(provider));
  return {
    async stop() {
      setTracer(undefined);
      // Export failures are logged already.
      await Promise.race([provider.shutdown().catch(silent), delay(FLUSH_MS, undefined, { ref: false })]);
      context.disable();
      diag.disable();
    },
  };
}
