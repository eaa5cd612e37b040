import { expect, test } from 'vitest';
import { divideStyles } from '../../build/page-styles.ts';
import { createPageStyles } from './page-styles.ts';

function usedBy(html: string, css: string): string {
  return createPageStyles(divideStyles(css))(html);
}

test('keeps the rules that can match the page in any state, in their order', () => {
  const css =
    '.a:hover{top:0}.b{top:1px}.a .b{top:2px}p,.b{top:3px}.x\\:c:focus{top:4px}a:not(.b){top:5px}:where(.b>p){top:6px}';
  expect(usedBy('<p class="a x:c">', css)).toBe('.a:hover{top:0}p,.b{top:3px}.x\\:c:focus{top:4px}');
});

test('keeps what no class or tag decides', () => {
  const css = '*{top:0}:root{top:1px}::selection{top:2px}[hidden]{top:3px}:is(.a,.b){top:4px}:has(.b){top:5px}';
  expect(usedBy('<p>', css)).toBe(css);
});

test('reads classes as React writes them', () => {
  expect(usedBy('<p class="[&amp;&gt;a]:b">', '.\\[\\&\\>a\\]\\:b>a{top:0}')).toBe('');
  expect(usedBy('<p class="[&amp;&gt;a]:b"><a>', '.\\[\\&\\>a\\]\\:b>a{top:0}')).toBe('.\\[\\&\\>a\\]\\:b>a{top:0}');
});

test('keeps at-rules only around rules that are kept, and every layer, whose order decides', () => {
  const css =
    '@layer one,two;@layer one{.b{top:0}}@layer two{@media print{.b{top:1px}.a{top:2px}}}@supports (a:b){.b{top:3px}}';
  expect(usedBy('<p class="a">', css)).toBe('@layer one,two;@layer one{}@layer two{@media print{.a{top:2px}}}');
});

test('keeps properties and animations that a kept rule mentions', () => {
  const css = '.a{top:var(--t);animation:turn 1s}.b{left:var(--l)}';
  const [turn, fade] = ['@keyframes turn{to{top:0}}', '@keyframes fade{to{top:0}}'];
  const property = (name: string) => `@property ${name}{syntax:"*";inherits:false}`;
  expect(usedBy('<p class="a">', css + turn + fade + property('--t') + property('--l'))).toBe(
    `.a{top:var(--t);animation:turn 1s}${turn}${property('--t')}`,
  );
});
