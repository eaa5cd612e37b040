import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { paymentSources, SDK_HANDLER_HASHES, SDK_STYLE_HASHES, SDK_STYLE_SHEET_HASH } from './payment-hosts.ts';

const SDK = readFileSync('node_modules/@bootpay/client-js/dist/index.mjs', 'utf8');

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function attributeHashes(name: string): Set<string> {
  return new Set([...SDK.matchAll(new RegExp(`${name}="([^"]*)"`, 'g'))].map(([, text = '']) => hashOf(text)));
}

describe('what the client SDK puts into the page', () => {
  it('is its style sheet, by hash', () => {
    const [, css = ''] = /createTextNode\('(.*?)'\)\),document\.head/s.exec(SDK) ?? [];
    expect(css).not.toContain('\\');
    expect(hashOf(css)).toBe(SDK_STYLE_SHEET_HASH);
  });

  it('is the handlers of its buttons, by hash', () => {
    expect(attributeHashes('onclick')).toEqual(new Set(SDK_HANDLER_HASHES));
  });

  it('is its style attributes, by hash', () => {
    expect(attributeHashes('style')).toEqual(new Set(SDK_STYLE_HASHES));
  });
});

describe('paymentSources', () => {
  it('opens the policy to the provider only where there is one', () => {
    expect(paymentSources(true)['connect-src']).toEqual([]);
    expect(paymentSources(false)['frame-src']).toEqual(['https://*.bootpay.co.kr']);
  });
});
