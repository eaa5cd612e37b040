import type { Plugin } from 'vite';

/** Modules of Node whose exports as an ES module include what loads much: undici for `http`. */
const HEAVY = new Set(['http', 'node:http']);
const VIRTUAL = '\0node-http';

function isGetter(module: object, name: string): boolean {
  return Object.getOwnPropertyDescriptor(module, name)?.get !== undefined;
}

/**
 * An `import` of `node:http` reads every export of it, also those that load undici when they are
 * read: 40 ms at the start, and 3 MB. The bundle asks for the module as `require` does.
 */
export function builtinsByRequire(): Plugin {
  return {
    name: 'builtins-by-require',
    enforce: 'pre',
    resolveId(id, _importer, { kind }) {
      return HEAVY.has(id) && kind === 'import-statement' ? VIRTUAL : null;
    },
    load(id) {
      if (id !== VIRTUAL) return null;
      const http = process.getBuiltinModule('node:http');
      const names = Object.keys(http).filter((name) => !isGetter(http, name));
      return [
        "const http = process.getBuiltinModule('node:http');",
        'export default http;',
        `export const { ${names.join(', ')} } = http;`,
      ].join('\n');
    },
  };
}
