import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageFiles } from './build/page-files.ts';
import { plainImports } from './build/plain-imports.ts';
import { precompress } from './build/precompress.ts';
import { siteFont } from './build/site-font.ts';

/** Needed by every page. Modules that only a few pages need stay with those pages. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\/(?!.*\/useBlocker\.)/;
/** Needed by the pages below `web/routes/queries-route.ts` too. */
const QUERIES = /node_modules\/@tanstack\/(react-query|query-core)\/(?!.*\/(useMutation|mutationObserver)\.)/;

const OWN = /\/(web|shared|content)\/.*\.tsx?$/;

/** Shared by home and other pages. */
const HOME_SHARES = /\/web\/(ui\/artwork\/portrait|features\/home\/lawyer-fields|lib\/analytics\/analytics)\.tsx?$/;

/**
 * The oldest browsers that the pages are built for, with those of KakaoTalk, Naver and Samsung on
 * the same engines. `tsconfig.web.json` and `BUILT_CHECKS` hold what these know of the language: ES2023.
 */
const OLDEST_BROWSERS = ['chrome111', 'firefox115', 'ios16.4', 'safari16.4'];

const SCRIPT_NAMES = 'static/js/[name]-[hash].js';

/** The page renderer is bundled into one file: it loads faster than its many modules. */
export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [siteFont(), pageFiles(), react(), tailwindcss(), plainImports(), precompress()],
  builder: {},
  // React has this hook built in; the package is for older versions.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector.js',
      },
    ],
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        target: OLDEST_BROWSERS,
        manifest: true,
        // Fonts and pictures stay files: the Content-Security-Policy would have to allow data URLs.
        assetsInlineLimit: 0,
        // The server names the first page's modules; the next page's are fetched on hover. A list
        // of all pages' modules would be part of the home page's scripts.
        modulePreload: false,
        rolldownOptions: {
          input: ['web/entry-client.tsx', 'web/styles/app.css', 'web/styles/faces.css'],
          output: {
            // Scripts where spec §7 wants them; styles, fonts and pictures stay in `assets`.
            entryFileNames: SCRIPT_NAMES,
            chunkFileNames: SCRIPT_NAMES,
            // Changes with upgrades only: browsers keep it across deployments of our code.
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK },
                { name: 'queries', test: QUERIES },
                // All that every page loads: apart it would be a dozen small files, which compress worse.
                { name: 'shop', tags: ['$initial'], test: OWN },
                // Small, and on home too: apart each would cost it half its size again.
                { name: 'faces', test: HOME_SHARES },
                // The code of most pages; with a lower count pages would load much of other pages.
                { name: 'common', test: OWN, minShareCount: 30 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: { input: 'web/entry-server.tsx' },
      },
      ...(command === 'build' && {
        define: { 'process.env.NODE_ENV': '"production"' },
        resolve: { noExternal: true as const },
      }),
    },
  },
}));
