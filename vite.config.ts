import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/precompress.ts';

const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\//;

/** The page renderer is one file with everything in it: it loads faster than the many modules it is made of. */
export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [react(), tailwindcss(), precompress()],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // Fonts and pictures stay files: data URLs would have to be allowed by the Content-Security-Policy.
        assetsInlineLimit: 0,
        // Every browser that Tailwind's style sheet works in knows preloading of modules, or does well without.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ['web/entry-client.tsx', 'web/styles/app.css', 'web/styles/fonts.css'],
          // What changes with an upgrade only: browsers keep it over deployments of the shop's own code.
          output: { codeSplitting: { groups: [{ name: 'framework', test: FRAMEWORK }] } },
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
