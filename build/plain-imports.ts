import type { Plugin } from 'vite';

const HELPER = /^\0vite\/preload-helper\.js$/;

/**
 * Dynamic imports without Vite's helper, which first loads the style sheets of what it imports: the
 * pages have one style sheet for all, and its code would be part of the home page's scripts.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: { filter: { id: HELPER }, handler: () => 'export const __vitePreload = (load) => load();' },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.isDynamicEntry && chunk.viteMetadata?.importedCss.size) {
          this.error(`${chunk.fileName} has styles of its own, which would not be loaded`);
        }
      }
    },
  };
}
