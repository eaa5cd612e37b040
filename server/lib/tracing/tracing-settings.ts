/** Where traces go, and of how many requests and jobs. */
export type TracingConfig = {
  /** A collector that speaks OTLP over HTTP, without a slash at the end and without the path of a signal. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** 0 to 1; of those that a caller's trace leads to, the caller decides. */
  sampledRatio: number;
};

/** As in `api-key=abc,tenant=shop`, values percent-encoded where they need it: the form of OpenTelemetry. */
const LIST = /^[\w.-]+=(?:[!-$&-+\--~]|%(?!7f)[2-7][\da-f])+(?:,[\w.-]+=(?:[!-$&-+\--~]|%(?!7f)[2-7][\da-f])+)*$/i;

/** Whether the text is a list of headers that can be sent as it says. */
export function isHeaderList(text: string): boolean {
  return LIST.test(text);
}

/** The headers of a list that `isHeaderList` accepts. */
export function parseHeaderList(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => {
    const [name = '', ...parts] = pair.split('=');
    return [name, decodeURIComponent(parts.join('='))];
  });
  return Object.fromEntries(pairs);
}
