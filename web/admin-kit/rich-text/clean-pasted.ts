/** Where the pasted HTML has its style attributes. */
export const STYLE = 'data-style';
const BLANK = /^[\s\u00a0\u200b]*$/;
/** `1.`, `(2)`, `가.`, `③`: the marker of a numbered item; other markers are bullets. */
const NUMBER = /^\(?([0-9]+|[A-Za-z]|[가-힣])[.)]|^[①-⑳]/;

const DROPPED = 'style, script, title, meta, link, xml, img, object, template';

function replaceTag(element: Element, tag: string): HTMLElement {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

/** Word marks an item by its style, and writes the bullet or number into the text. */
function isWordItem(element: Element): boolean {
  return element.tagName === 'P' && /mso-list:\s*l\d/i.test(element.getAttribute(STYLE) ?? '');
}

function takeMarker(item: Element): string {
  const markers = [...item.querySelectorAll('span')].filter((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute(STYLE) ?? ''),
  );
  const text = markers.map(({ textContent }) => textContent).join('');
  for (const marker of markers) marker.remove();
  return text.trim();
}

/** Makes lists of the paragraphs that Word shows as list items; levels below the first join it. */
function makeLists(body: HTMLElement): void {
  let list: HTMLElement | undefined;
  for (const paragraph of [...body.querySelectorAll('p')]) {
    if (!isWordItem(paragraph)) {
      list = undefined;
      continue;
    }
    const tag = NUMBER.test(takeMarker(paragraph)) ? 'OL' : 'UL';
    if (list?.tagName !== tag || list.nextElementSibling !== paragraph) {
      list = body.ownerDocument.createElement(tag);
      paragraph.before(list);
    }
    list.append(replaceTag(paragraph, 'li'));
  }
}

/** A row becomes a line, because tables are not allowed. */
function flattenTables(body: HTMLElement): void {
  for (const row of body.querySelectorAll('tr')) {
    const texts = [...row.querySelectorAll('td, th')].map((cell) => cell.textContent.replace(/\s+/g, ' ').trim());
    const line = body.ownerDocument.createElement('p');
    line.textContent = texts.filter((text) => text !== '').join(' | ');
    row.replaceWith(line);
  }
}

function trimTexts(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT);
  const comments: Comment[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Comment) comments.push(node);
    else node.nodeValue = (node.nodeValue ?? '').replace(/[\u00a0\u200b]/g, ' ');
  }
  for (const comment of comments) comment.remove();
}

const EMPHASIS: readonly [RegExp, string][] = [
  [/font-weight:\s*(bold|[6-9]00)/i, 'strong'],
  [/font-style:\s*italic/i, 'em'],
  [/text-decoration[^;]*underline/i, 'u'],
];

/** Hangul says emphasis by styles. */
function keepEmphasis(body: HTMLElement): void {
  for (const span of body.querySelectorAll(`span[${STYLE}]`)) {
    const style = span.getAttribute(STYLE) ?? '';
    for (const [pattern, tag] of EMPHASIS) {
      if (!pattern.test(style)) continue;
      const emphasis = body.ownerDocument.createElement(tag);
      emphasis.append(...span.childNodes);
      span.append(emphasis);
    }
  }
}

/**
 * Cleans HTML from Word, Hangul and web pages before the editor reads it: lists, headings and
 * tables become what is allowed, and blank paragraphs, comments and hidden parts go. What else is
 * not allowed, such as fonts and sizes, the editor's schema leaves out.
 */
export function cleanPasted(body: HTMLElement): HTMLElement {
  for (const element of body.querySelectorAll(DROPPED)) element.remove();
  makeLists(body);
  flattenTables(body);
  trimTexts(body);
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const paragraph = body.ownerDocument.createElement('p');
    heading.before(paragraph);
    paragraph.append(replaceTag(heading, 'strong'));
  }
  keepEmphasis(body);
  // Web editors wrap what is copied in a bold element that is not bold.
  for (const wrapper of body.querySelectorAll('b')) {
    if (/font-weight:\s*(normal|[1-4]00)/i.test(wrapper.getAttribute(STYLE) ?? '')) replaceTag(wrapper, 'span');
  }
  for (const paragraph of body.querySelectorAll('p, div')) {
    if (BLANK.test(paragraph.textContent) && paragraph.children.length <= 1) paragraph.remove();
  }
  return body;
}
