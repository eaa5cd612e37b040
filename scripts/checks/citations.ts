/** The pages that citations lead to, by the word that names them: "contract §3", "spec §2 and §5". */
export const CITED_PAGES = { contract: 'docs/spec/contract.md', spec: 'docs/spec/product.md' } as const;

type CitedPage = keyof typeof CITED_PAGES;

export type Sections = Record<CitedPage, ReadonlySet<string>>;

/** A line break within a comment, with the marks that begin its next line. */
const BREAK = String.raw`\s+(?:(?:\*|\/\/|--|#)\s+)?`;
const NUMBER = String.raw`§(\d+)(?!\d)`;
const CITATION = new RegExp(String.raw`\b(contract|spec)${BREAK}${NUMBER}((?:(?:,|${BREAK}and)${BREAK}§\d+)*)`, 'gi');
/** A section of a law, named in Korean, or of an RFC. */
const ELSEWHERE = /(?:[가-힣]|RFC \d+,?) ?$/;

/** Numbers of decision records, as in "decision 004" and "decisions 004 and 018". */
const DECISION = /\bdecisions?\s+(?:(?:\*|\/\/|--|#)\s+)?(\d{3})\b((?:,? (?:and )?\d{3}\b)*)/gi;

/** The numbers of a page's headings, as in `## 3. Entities`. */
export function sectionsOf(page: string): ReadonlySet<string> {
  return new Set([...page.matchAll(/^## (\d+)\. /gm)].map(([, number = '']) => number));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Finds citations of sections that do not exist, and sections that no citation names the page of. */
export function findDeadCitations(file: string, text: string, sections: Sections): string[] {
  const breaches: string[] = [];
  const say = (index: number, what: string) => breaches.push(`${file}:${lineAt(text, index)}: ${what}`);
  const rest = text.replace(CITATION, (citation: string, word: string, first: string, more: string, index: number) => {
    const page: CitedPage = word.toLowerCase() === 'spec' ? 'spec' : 'contract';
    for (const number of [first, ...(more.match(/\d+/g) ?? [])])
      if (!sections[page].has(number)) say(index, `${page} §${number} is no section of ${CITED_PAGES[page]}`);
    return citation.replaceAll('§', ' ');
  });
  const own = Object.entries(CITED_PAGES).find(([, path]) => path === file)?.[0];
  for (const { 0: section, 1: number = '', index } of rest.matchAll(/§(\d+)/g)) {
    if (ELSEWHERE.test(rest.slice(Math.max(0, index - 12), index))) continue;
    if (own === undefined) say(index, `${section}: cite it as "contract ${section}" or "spec ${section}"`);
    else if (!sections[own === 'spec' ? 'spec' : 'contract'].has(number)) say(index, `${section} is no section`);
  }
  return breaches;
}

/** Finds citations of decision records that do not exist. */
export function findDeadDecisions(file: string, text: string, records: ReadonlySet<string>): string[] {
  return [...text.matchAll(DECISION)].flatMap(({ 0: citation, index }) =>
    (citation.match(/\d{3}/g) ?? [])
      .filter((number) => !records.has(number))
      .map((number) => `${file}:${lineAt(text, index)}: there is no decision ${number}`),
  );
}
