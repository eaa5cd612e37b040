const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const SAFE = Symbol('safe');

/** Escaped markup that is safe to insert into a page; only `html` creates it. */
export type Html = { readonly [SAFE]: string; readonly text: string };

function isSafe(value: object): value is Html {
  return SAFE in value;
}

function render(value: unknown): string {
  if (Array.isArray(value)) return value.map(render).join('');
  if (typeof value === 'object' && value !== null && isSafe(value)) return value.text;
  if (value === null || value === undefined || value === false) return '';
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Template tag that escapes its values, except other templates and lists of them. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  const text = parts.reduce((before, part, index) => before + render(values[index - 1]) + part);
  return { [SAFE]: text, text };
}
