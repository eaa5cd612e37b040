/** What a span says besides its name and its time: never a value that a person typed, and no id of anybody. */
export type SpanDetails = {
  /** `client`: waits for somebody else's answer. */
  kind?: 'client';
  attributes?: Readonly<Record<string, string>>;
};

/** Ends a span; with an error, as failed. */
export type EndSpan = (error?: unknown) => void;

export type RequestSpan = {
  /** Runs `next` with the request's span as the active one. */
  run: (next: () => void) => void;
  /** Undefined: the caller went away before there was an answer. */
  end: (status: number | undefined) => void;
};

/** What records spans; made by `otlp-tracing.ts`, which alone knows the library. */
export type Tracer = {
  withSpan: <T>(name: string, details: SpanDetails, isRoot: boolean, work: () => Promise<T>) => Promise<T>;
  startChild: (name: string, details: SpanDetails) => EndSpan | undefined;
  startRequest: (method: string, route: string | undefined, traceparent: string | undefined) => RequestSpan;
  activeIds: () => TraceIds | undefined;
};

type TraceIds = { trace_id: string; span_id: string };

let tracer: Tracer | undefined;

/** One tracer per process; undefined switches tracing off. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Runs `work` in a span, below the one that is active; without a tracer it is just run. */
export function withSpan<T>(name: string, details: SpanDetails, work: () => Promise<T>): Promise<T> {
  return tracer ? tracer.withSpan(name, details, false, work) : work();
}

/** The same as the beginning of a trace of its own, whatever is active where it is called. */
export function withRootSpan<T>(name: string, details: SpanDetails, work: () => Promise<T>): Promise<T> {
  return tracer ? tracer.withSpan(name, details, true, work) : work();
}

/** Begins a span that its caller ends; undefined outside of any trace, and without a tracer. */
export function startChildSpan(name: string, details: SpanDetails): EndSpan | undefined {
  return tracer?.startChild(name, details);
}

/** Begins the span of a request, below the caller's of its `traceparent`; undefined without a tracer. */
export function startRequestSpan(
  method: string,
  route: string | undefined,
  traceparent: string | undefined,
): RequestSpan | undefined {
  return tracer?.startRequest(method, route, traceparent);
}

/** What a log line says of the active span. A new object each time, because the logger writes into it. */
export function traceFields(): Partial<TraceIds> {
  return { ...tracer?.activeIds() };
}
