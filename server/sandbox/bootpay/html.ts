const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

class SafeHtml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Html = SafeHtml;

function render(value: unknown): string {
  if (value instanceof SafeHtml) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  if (value === null || value === undefined || value === false) return '';
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A template whose values are escaped, other templates and lists of them apart. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  return new SafeHtml(parts.reduce((text, part, index) => text + render(values[index - 1]) + part));
}
