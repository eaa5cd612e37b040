import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/** All that components import: a package that is found during a test would load the page again. */
const COMPONENT_PACKAGES = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'react-hook-form',
  'zod',
  'vitest-browser-react',
  '@bootpay/client-js',
  '@base-ui/react/alert-dialog',
  '@base-ui/react/dialog',
  '@base-ui/react/tabs',
  '@base-ui/react/toolbar',
  '@hookform/resolvers/zod',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tiptap/core',
  '@tiptap/pm/model',
  '@tiptap/pm/view',
  '@tiptap/react',
  '@tiptap/starter-kit',
];

/** Components by themselves, in Chromium: `npm test` runs them before the other suites. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [react(), tailwindcss()],
  optimizeDeps: { include: COMPONENT_PACKAGES },
  test: {
    name: 'components',
    include: ['tests/components/*.test.tsx'],
    setupFiles: ['tests/components/support/setup.ts'],
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      locators: { exact: false },
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: {
          ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
          args: ['--no-sandbox', '--disable-gpu'],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
