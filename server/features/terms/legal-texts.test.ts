import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FIRM } from '#content/firm.ts';
import { LAWYERS } from '#content/lawyers.ts';
import type { Policy } from '#content/policies/policy.ts';
import { PRIVACY_POLICY } from '#content/policies/privacy-policy.ts';
import { TERMS_OF_USE } from '#content/policies/terms-of-use.ts';
import { SAMPLE_CATALOGUE } from '#content/sample-catalogue.ts';
import { TERMS_VERSION } from '#content/terms-version.ts';
import { FULL_REFUND_DAYS, REFUND_BUSINESS_DAYS } from '#shared/rules/payments/refund-policy.ts';

const CONTENT = join(import.meta.dirname, '../../../content');

const readContent = (path: string): string => readFileSync(join(CONTENT, path), 'utf8');
const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

function policy({ lead, articles, history }: Policy): string {
  return `${history[0]?.effectiveOn} ${fingerprint(JSON.stringify([lead, articles]))}`;
}

/**
 * The texts that orders agree to carry their date in the text, the consent to health data has none.
 */
function terms(file: string): string {
  const html = readContent(`terms/${file}`);
  return `${/시행일: ([^<]+)/.exec(html)?.[1] ?? 'undated'} ${fingerprint(html)}`;
}

// Red when a text that people agreed to has changed: "A change of a legal text" in docs/recipes.md
// says what else to change. A corrected typing error keeps its date.
it('no legal text changes without its date', () => {
  expect({
    termsOfUse: policy(TERMS_OF_USE),
    privacyPolicy: policy(PRIVACY_POLICY),
    signUpTable: `${TERMS_VERSION} ${fingerprint(readContent('tos-table.html'))}`,
    caseTerms: terms('case-terms.html'),
    packageTerms: terms('package-terms.html'),
    healthDataConsent: terms('health-data-consent.html'),
  }).toEqual({
    termsOfUse: '2026-11-01 a1a0a1856b95',
    privacyPolicy: '2026-11-01 4fe53d798355',
    signUpTable: '2026-11-01 cad7a144e988',
    caseTerms: '2026. 11. 1. 50c60ced59b9',
    packageTerms: '2026. 11. 1. cd2df32f7f62',
    healthDataConsent: 'undated bbe0b46bab01',
  });
});

it('the terms of packages name the periods of the refund policy', () => {
  const html = readContent('terms/package-terms.html');
  expect(html).toContain(`계약일부터 ${FULL_REFUND_DAYS}일 이내`);
  expect(html).toContain(`${REFUND_BUSINESS_DAYS}영업일 이내`);
});

it.each([
  ['terms of use', TERMS_OF_USE],
  ['privacy policy', PRIVACY_POLICY],
])('each version of the %s has a date of its own, the newest first', (_name, { history }) => {
  const dates = history.map(({ effectiveOn }) => effectiveOn);
  expect(dates).toEqual([...new Set(dates)].sort().reverse());
});

it('the lawyers who represent the firm, and only they, bear that title', () => {
  const titled = LAWYERS.filter(({ title, career }) => `${title} ${career.join()}`.includes('대표변호사'));
  expect(titled.map(({ name }) => name)).toEqual(FIRM.representatives);
});

it('no service names an hour that SERVICE_DESK_HOURS may contradict', () => {
  expect(JSON.stringify(SAMPLE_CATALOGUE)).not.toMatch(/영업일 \d+:\d+/);
});

it('every service answers the questions that families ask first', () => {
  const silent = SAMPLE_CATALOGUE.filter(({ description }) => !description.sections.some(({ type }) => type === 'faq'));
  expect(silent.map(({ title }) => title)).toEqual([]);
});
