import { startChildSpan } from '#server/lib/tracing/tracing.ts';

const KEYWORD = /^\s*(\w{1,20})/;

/**
 * Sends a statement (the arguments of `query`) in a span of its own where a trace is going on. What
 * is told of it is its text with placeholders; never its values, nor what PostgreSQL says about
 * them.
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
