import { z } from 'zod';
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
  OTEL_SERVICE_NAME: z.string().default('shop'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'accepted: 0 to 1' })
    .min(0, 'accepted: 0 to 1')
    .max(1, 'accepted: 0 to 1')
    .default(1),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'accepted: fatal, error, warn, info, debug or silent',
    })
    .default('info'),
};

/** Undefined without a collector: nothing is traced. */
export function tracingConfig(env: Values<typeof monitoringVariables>): TracingConfig | undefined {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  return {
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: env.OTEL_SERVICE_NAME,
    sampledRatio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}
