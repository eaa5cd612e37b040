import type { LogEvent } from 'kysely';
import { recordChildSpan } from '#server/lib/tracing/tracing.ts';

const KEYWORD = /^\s*(\w{1,20})/;

/**
 * Records a statement as a span if a trace is active: its text with placeholders, never the values
 * or PostgreSQL's messages about them.
 */
export function traceStatement(event: LogEvent): void {
  const text = event.query.sql;
  recordChildSpan(
    KEYWORD.exec(text)?.[1]?.toLowerCase() ?? 'statement',
    { kind: 'client', attributes: { 'db.system.name': 'postgresql', 'db.query.text': text } },
    { durationMs: event.queryDurationMillis, error: event.level === 'error' ? event.error : undefined },
  );
}
