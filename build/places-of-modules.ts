import { dirname, relative } from 'node:path';
import type { Plugin } from 'vite';

/** From the folder of the bundle, `dist/app`, to the root. */
const TO_ROOT = '../../';

/**
 * In a bundle `import.meta` names the place of the bundle. Our modules mean their own, beside which
 * their migrations, templates and programs are.
 */
export function placesOfModules(root: string): Plugin {
  return {
    name: 'places-of-modules',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(`${root}/`) || id.includes('/node_modules/') || !code.includes('import.meta.')) return;
      const file = TO_ROOT + relative(root, id);
      const folder = `process.getBuiltinModule('node:path').join(import.meta.dirname, ${JSON.stringify(dirname(file))})`;
      const url = `new URL(${JSON.stringify(file)}, import.meta.url).href`;
      return code.replaceAll(/\bimport\.meta\.(dirname|url)\b/g, (_, property: string) =>
        property === 'url' ? url : folder,
      );
    },
  };
}
