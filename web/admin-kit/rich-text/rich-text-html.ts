import type { JSONContent } from '@tiptap/core';
import { DOMParser as NodeParser, type Schema, type Slice } from '@tiptap/pm/model';
import { trustedHtml } from '#web/lib/trusted-html.ts';
import { cleanPasted, STYLE } from './clean-pasted.ts';
import { RICH_TEXT_SCHEMA } from './rich-text-schema.ts';

/** The HTML as a document that runs no scripts and loads nothing. */
function bodyOf(html: string): HTMLElement {
  return new DOMParser().parseFromString(trustedHtml(html), 'text/html').body;
}

/** The stored HTML as the editor's document. */
export function toDocument(html: string): JSONContent {
  return NodeParser.fromSchema(RICH_TEXT_SCHEMA).parse(bodyOf(html)).toJSON();
}

/**
 * The editor's HTML as it is stored: list items without a paragraph of their own, nothing for an
 * empty text.
 */
export function toStoredHtml(html: string): string {
  const body = bodyOf(html);
  for (const item of body.querySelectorAll('li')) {
    const [first, ...others] = item.children;
    const isPlain = first?.tagName === 'P' && others.every(({ tagName }) => tagName === 'UL' || tagName === 'OL');
    if (first && isPlain) first.replaceWith(...first.childNodes);
  }
  const children = [...body.children];
  // An empty last paragraph is where the cursor is, not part of the text.
  while (children.at(-1)?.matches('p:empty')) children.pop()?.remove();
  return body.innerHTML;
}

/**
 * The pages' policy blocks style elements and attributes, and reports each: attributes are data
 * under another name.
 */
function renameStyles(html: string): string {
  const text = html.replace(/<style\b[\s\S]*?<\/style>/gi, '');
  return text.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ` ${STYLE}=`));
}

/** Returns what is pasted or dropped, as a part of a document of that schema; undefined where it holds no text. */
export function toSlice(data: DataTransfer, schema: Schema): Slice | undefined {
  const parser = NodeParser.fromSchema(schema);
  const html = data.getData('text/html');
  if (html !== '') return parser.parseSlice(cleanPasted(bodyOf(renameStyles(html))));
  const text = data.getData('text/plain');
  if (text === '') return undefined;
  const body = bodyOf('');
  for (const line of text.split(/\r?\n/).filter((part) => part.trim() !== '')) {
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    body.append(paragraph);
  }
  return parser.parseSlice(body);
}
