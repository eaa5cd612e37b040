import { describe, expect, it } from 'vitest';
import { findDeadCitations, findDeadDecisions, sectionsOf } from './citations.ts';

const sections = {
  contract: sectionsOf('# Contract\n\n## 1. Rules\n\n## 3. Calls\n'),
  spec: sectionsOf('# Product\n\n## 2. Screens\n\n### 9. Not a section\n'),
};

function find(text: string, file = 'server/x.ts'): string[] {
  return findDeadCitations(file, text, sections);
}

describe('citations of the specification', () => {
  it.each([
    'contract §3',
    'Contract §1 asks',
    'contract §1, §3',
    'contract §1 and §3',
    'spec §2, details',
    '/**\n * Limits (contract\n * §3).\n */',
    '// as in contract\n  // §1',
  ])('accepts %j', (text) => {
    expect(find(text)).toEqual([]);
  });

  it.each([
    ['contract §2', ['server/x.ts:1: contract §2 is no section of docs/spec/contract.md']],
    ['spec §9', ['server/x.ts:1: spec §9 is no section of docs/spec/product.md']],
    ['\ncontract §1, §30', ['server/x.ts:2: contract §30 is no section of docs/spec/contract.md']],
    ['spec §2 and §3', ['server/x.ts:1: spec §3 is no section of docs/spec/product.md']],
    ['/** (contract\n * §7) */', ['server/x.ts:1: contract §7 is no section of docs/spec/contract.md']],
    ["the spec's order (§2)", ['server/x.ts:1: §2: cite it as "contract §2" or "spec §2"']],
  ])('finds the dead one of %j', (text, breaches) => {
    expect(find(text)).toEqual(breaches);
  });

  it('leaves out sections of laws and of RFCs', () => {
    expect(find('정보통신망법 §50, RFC 9110 §13.1.2')).toEqual([]);
  });

  it('reads a bare section in a page of the specification as its own', () => {
    expect(find('as in §3 and §8', 'docs/spec/contract.md')).toEqual(['docs/spec/contract.md:1: §8 is no section']);
  });
});

describe('citations of decision records', () => {
  it.each([
    ['decision 004, decisions 004 and 018', []],
    ['decision 999', ['server/x.ts:1: there is no decision 999']],
    ['\n(decisions 004 and 998)', ['server/x.ts:2: there is no decision 998']],
    ['/** (decision\n * 997) */', ['server/x.ts:1: there is no decision 997']],
  ])('reads %j', (text, breaches) => {
    expect(findDeadDecisions('server/x.ts', text, new Set(['004', '018']))).toEqual(breaches);
  });
});
