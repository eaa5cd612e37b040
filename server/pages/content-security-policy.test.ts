import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

const NOTHING = { scripts: [], styles: [] };

test("allows the page's own scripts and styles by their hashes, and no others", () => {
  const policy = contentSecurityPolicy({ scripts: ['one()', 'two()'], styles: ['a{}'] });
  const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'));
  expect(scripts).toBe(`script-src 'self' ${hashOf('one()')} ${hashOf('two()')}`);
  expect(policy).toContain(`; style-src 'self' ${hashOf('a{}')};`);
  expect(policy).not.toContain('unsafe');
});

test('lets nothing turn text into HTML but the site itself, where no script of others runs', () => {
  expect(contentSecurityPolicy(NOTHING)).toContain("; require-trusted-types-for 'script'; trusted-types shop");
  expect(contentSecurityPolicy(NOTHING, { 'script-src': ['https://pay.example'] })).not.toContain('trusted-types');
});

test('adds what a page needs besides this site to its directive alone', () => {
  const policy = contentSecurityPolicy(NOTHING, { 'frame-src': ['https://pay.example'] });
  expect(policy).toContain("frame-src 'self' https://pay.example");
  expect(policy.match(/pay\.example/g)).toHaveLength(1);
});

test('names the address that violations are reported to', () => {
  expect(contentSecurityPolicy(NOTHING).endsWith('; report-uri /csp-reports')).toBe(true);
});
