/** Attributes of a span: never user input or user ids. */
export type SpanDetails = {
  /** `client`: waits for a response of another service. */
  kind?: 'client';
  attributes?: Readonly<Record<string, string>>;
};

/** Work that has ended just now; with an error it failed. */
export type EndedWork = { durationMs: number; error?: unknown };

export type RequestSpan = {
  /** Runs `next` with the request's span active. */
  run: (next: () => void) => void;
  /** Undefined when the client disconnected before the response. */
  end: (status: number | undefined) => void;
};

/** Records spans. Created by `otlp-tracing.ts`, the only module that uses the library. */
export type Tracer = {
  withSpan: <T>(name: string, details: SpanDetails, isRoot: boolean, work: () => Promise<T>) => Promise<T>;
  recordChild: (name: string, details: SpanDetails, work: EndedWork) => void;
  startRequest: (method: string, route: string | undefined, traceparent: string | undefined) => RequestSpan;
  activeIds: () => TraceIds | undefined;
};

type TraceIds = { trace_id: string; span_id: string };

let tracer: Tracer | undefined;

/** Sets the tracer of the process; undefined turns tracing off. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Runs `work` in a child of the active span; without a tracer, just runs it. */
export function withSpan<T>(name: string, details: SpanDetails, work: () => Promise<T>): Promise<T> {
  return tracer ? tracer.withSpan(name, details, false, work) : work();
}

/** Runs `work` in the root span of a new trace, ignoring the active span. */
export function withRootSpan<T>(name: string, details: SpanDetails, work: () => Promise<T>): Promise<T> {
  return tracer ? tracer.withSpan(name, details, true, work) : work();
}

/** Records ended work below the active span; nothing outside a trace and without a tracer. */
export function recordChildSpan(name: string, details: SpanDetails, work: EndedWork): void {
  tracer?.recordChild(name, details, work);
}

/** Starts a request's span, as a child of its `traceparent`; undefined without a tracer. */
export function startRequestSpan(
  method: string,
  route: string | undefined,
  traceparent: string | undefined,
): RequestSpan | undefined {
  return tracer?.startRequest(method, route, traceparent);
}

/** Returns the log fields of the active span. A new object per call: the logger mutates it. */
export function traceFields(): Partial<TraceIds> {
  return { ...tracer?.activeIds() };
}
