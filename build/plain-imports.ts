import type { Plugin } from 'vite';

const HELPER = /^\0vite\/preload-helper\.js$/;

/** A call of Vite's helper with an import of a whole module, which ends on the same line. */
const OF_MODULE = /__vitePreload\(\(\) => (import\("[^"\n]+"\)[^\n]*?), __VITE_PRELOAD__\)/g;
/**
 * One with the names that are used; they are read from the imported module where it is called, too.
 */
const OF_NAMES =
  /__vitePreload\(async \(\) => \{\s*const (\{[^}]*\}) = await (import\("[^"\n]+"\)[^\n]*);\s*return \1;\s*\}, __VITE_PRELOAD__\)/g;

/** The code of a chunk with plain dynamic imports where the helper is called. */
export function withPlainImports(code: string): string {
  return code.replace(OF_NAMES, '$2').replace(OF_MODULE, '$1');
}

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
    // A call that is written in another way stays: the helper above runs it.
    renderChunk: (code) => ({ code: withPlainImports(code), map: null }),
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.isDynamicEntry && chunk.viteMetadata?.importedCss.size) {
          this.error(`${chunk.fileName} has styles of its own, which would not be loaded`);
        }
      }
    },
  };
}
