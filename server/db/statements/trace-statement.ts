import { startChildSpan } from '#server/lib/tracing/tracing.ts';

const KEYWORD = /^\s*(\w{1,20})/;

/**
 * Sends a statement (the arguments of `query`) in its own span if a trace is active. Records the
 * text with placeholders, never the values or PostgreSQL's messages about them.
 */
export function traceStatement(text: string | undefined, args: unknown[], send: (args: unknown[]) => unknown): unknown {
  if (text === undefined) return send(args);
  const end = startChildSpan(KEYWORD.exec(text)?.[1]?.toLowerCase() ?? 'statement', {
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  });
  if (!end) return send(args);
  const callback = args.findLast((arg) => typeof arg === 'function');
  if (callback) {
    const ending = (error: unknown, ...rest: unknown[]) => {
      end(error);
      Reflect.apply(callback, undefined, [error, ...rest]);
    };
    return send(args.map((arg) => (arg === callback ? ending : arg)));
  }
  const result = send(args);
  if (result instanceof Promise) result.then(() => end(), end);
  else end();
  return result;
}
