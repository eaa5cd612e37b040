import type { Plugin } from 'vite';

/** The file of a page in its route, alone or beside other facts about the route. */
const ALONE = /^\s*staticData: \{ file: 'web\/pages\/[^']+' \},\n/gm;
const BESIDE = /\bfile: 'web\/pages\/[^']+', ?/g;

/** The routes without the files of their pages. */
export function withoutPageFiles(code: string): string {
  return code.replace(ALONE, '').replace(BESIDE, '');
}

/** Only the page renderer asks which file a page comes from: the browser's routes do without. */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/web\/routes\/[^/]+\.tsx?$/ },
      handler: (code) => ({ code: withoutPageFiles(code), map: null }),
    },
  };
}
