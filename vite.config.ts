import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';
import { siteFont } from './build/site-font.ts';

/** What every page needs. Parts that a few pages need stay with them: in this file every page would carry them. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\/(?!.*\/useBlocker\.)/;
/** What the pages below `web/routes/queries-route.ts` need besides. */
const QUERIES = /node_modules\/@tanstack\/(react-query|query-core)\/(?!.*\/(useMutation|mutationObserver)\.)/;

const SCRIPT_NAMES = 'static/js/[name]-[hash].js';

/** The page renderer is one file with everything in it: it loads faster than the many modules it is made of. */
export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [siteFont(), react(), tailwindcss(), precompress()],
  builder: {},
  // React has it built in: this package's main part is for older versions.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // Fonts and pictures stay files: data URLs would have to be allowed by the Content-Security-Policy.
        assetsInlineLimit: 0,
        // The first page's modules are named by the server, the next one's are fetched while a link is pointed at. A list of all
        // pages' modules would be part of what the home page loads.
        modulePreload: false,
        rolldownOptions: {
          input: ['web/entry-client.tsx', 'web/styles/app.css'],
          output: {
            // Where the spec has scripts come from (§7); styles, fonts and pictures stay in `assets`.
            entryFileNames: SCRIPT_NAMES,
            chunkFileNames: SCRIPT_NAMES,
            // What changes with an upgrade only: browsers keep it over deployments of the shop's own code.
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK },
                { name: 'queries', test: QUERIES },
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
