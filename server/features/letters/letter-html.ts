import { createHash } from 'node:crypto';
import { type Html, html } from '#server/lib/html.ts';
import type { LetterBlock } from '#shared/rules/letters/blocks.ts';

function partOf(block: LetterBlock): Html {
  switch (block.kind) {
    case 'title':
      return html`<h2>${block.text}</h2>`;
    case 'heading':
      return html`<h3>${block.text}</h3>`;
    case 'paragraph':
      return html`<p>${block.text}</p>`;
    case 'note':
      return html`<p><strong>${block.text}</strong></p>`;
    case 'list':
      return html`<ol>${block.items.map((item) => html`<li>${item}</li>`)}</ol>`;
    case 'table':
      return html`<dl>${block.rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
  }
}

/** The parts of a letter as they are shown and signed. */
export function letterHtml(blocks: readonly LetterBlock[]): string {
  return html`${blocks.map(partOf)}`.text;
}

export function sha256Of(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
