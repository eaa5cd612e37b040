import type { Plugin } from 'vite';

/** The file of a page in its route, alone or beside other facts about the route. */
const ALONE = /^\s*staticData: \{ file: 'web\/pages\/[^']+' \},\n/gm;
const BESIDE = /\bfile: 'web\/pages\/[^']+', ?/g;

const LEFT = /["'`]web\/pages\//;

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
    // A route that is written in another way.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && LEFT.test(file.code)) this.error(`${file.fileName} names files of pages`);
      }
    },
  };
}
