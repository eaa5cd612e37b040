import { beforeEach, expect, it, vi } from 'vitest';
import { rememberAgreedTerms } from './page-storage.ts';
import { claimTab, forgetChoices, writeChoices, writeDrafts, writeEntries } from './storage.ts';

/** A storage of the browser that lives for one test. */
function createStorage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
}

let tab = createStorage();
let shared = createStorage();
beforeEach(() => {
  tab = createStorage();
  shared = createStorage();
  vi.stubGlobal('window', { sessionStorage: tab, localStorage: shared });
});

function write(): void {
  writeChoices('{"14":{"ticks":["0 case-terms.html@2"]}}');
  writeDrafts('{"accountId":1}');
  writeEntries('{}');
  rememberAgreedTerms(14, [{ filename: 'case-terms.html', version: 2 }]);
}
const WRITTEN = ['agreed_terms', 'choices', 'drafts', 'entries'];
const names = () => [...tab.kept.keys()].filter((key) => key !== 'tab_account').sort();

it('what was typed and ticked never outlives the tab', () => {
  write();
  expect(names()).toEqual(WRITTEN);
  expect([...shared.kept.keys()]).toEqual([]);
});

it("a visitor's choices go through a login, and stay for the same account", () => {
  write();
  claimTab(1);
  claimTab(1);
  expect(names()).toEqual(WRITTEN);
});

it('the login of another account deletes them, also when the first one never logged out', () => {
  write();
  claimTab(1);
  claimTab(2);
  expect(names()).toEqual([]);
});

it('a logout deletes them', () => {
  claimTab(1);
  write();
  forgetChoices();
  expect([...tab.kept.keys()]).toEqual([]);
});
