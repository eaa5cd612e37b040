/** Trace export settings. */
export type TracingConfig = {
  /** URL of an OTLP/HTTP collector, without trailing slash and without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
};

/** Header list in OpenTelemetry's format: `api-key=abc,tenant=shop`, values percent-encoded. */
const LIST = /^[\w.-]+=(?:[!-$&-+\--~]|%(?!7f)[2-7][\da-f])+(?:,[\w.-]+=(?:[!-$&-+\--~]|%(?!7f)[2-7][\da-f])+)*$/i;

/** Returns whether the text is a valid header list. */
export function isHeaderList(text: string): boolean {
  return LIST.test(text);
}

/** Parses a list that `isHeaderList` accepts. */
export function parseHeaderList(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => {
    const [name = '', ...parts] = pair.split('=');
    return [name, decodeURIComponent(parts.join('='))];
  });
  return Object.fromEntries(pairs);
}
