import { expect, test } from 'vitest';
import { withPlainImports } from './plain-imports.ts';

test.each([
  [
    'a whole module',
    'lazy(() => __vitePreload(() => import("./faq.js"), __VITE_PRELOAD__), "Faq")',
    'lazy(() => import("./faq.js"), "Faq")',
  ],
  [
    'a part of a module',
    'load = () => __vitePreload(() => import("./faq.js").then((n) => n.t), __VITE_PRELOAD__);',
    'load = () => import("./faq.js").then((n) => n.t);',
  ],
  [
    'names of a module',
    'const { read } = await __vitePreload(async () => {\n\tconst { read } = await import("./faq.js").then((n) => n.t);\n\treturn { read };\n}, __VITE_PRELOAD__);',
    'const { read } = await import("./faq.js").then((n) => n.t);',
  ],
])('imports %s without the helper', (_, code, expected) => {
  expect(withPlainImports(code)).toBe(expected);
});

test('keeps a call that is written in another way', () => {
  const code = '__vitePreload(() => {\n\treturn import("./faq.js");\n}, __VITE_PRELOAD__)';
  expect(withPlainImports(code)).toBe(code);
});
