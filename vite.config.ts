import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/precompress.ts';

/** The page renderer is one file with everything in it: it loads faster than the many modules it is made of. */
// biome-ignore lint/style/noDefaultExport: Vite reads the default export
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
        rolldownOptions: { input: ['web/entry-client.tsx', 'web/styles/app.css', 'web/styles/fonts.css'] },
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
