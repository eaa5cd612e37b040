import { z } from 'zod';
import { isLoopbackUrl } from '#server/lib/networks.ts';
import { isHeaderList, parseHeaderList, type TracingConfig } from '#server/lib/tracing/tracing-settings.ts';
import { url, type Values } from './fields.ts';

const headerList = z
  .string()
  .refine(isHeaderList, 'accepted: name=value, several separated by commas, values percent-encoded')
  .transform(parseHeaderList)
  .optional();

export const monitoringVariables = {
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[^\s,]{16,200}(,[^\s,]{16,200})?$/,
      'accepted: 16 to 200 characters without spaces, or two such with a comma',
    )
    .transform((value) => value.split(','))
    .default([]),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'an http or https address'),
  OTEL_EXPORTER_OTLP_HEADERS: headerList,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'accepted: fatal, error, warn, info, debug or silent',
    })
    .default('info'),
};

/**
 * Undefined without a collector: nothing is traced. Adds to `problems` where the headers, which hold
 * the collector's key, would leave this machine unencrypted.
 */
export function tracingConfig(env: Values<typeof monitoringVariables>, problems: string[]): TracingConfig | undefined {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return undefined;
  if (env.OTEL_EXPORTER_OTLP_HEADERS && endpoint.startsWith('http:') && !isLoopbackUrl(endpoint)) {
    problems.push(
      'OTEL_EXPORTER_OTLP_ENDPOINT: the value is not usable with OTEL_EXPORTER_OTLP_HEADERS; accepted: an https address; http only on loopback',
    );
  }
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
  };
}
