import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createServer } from 'vite';
import type { PageRenderer } from '#shared/contract/pages.ts';
import type { PageSource } from './render.ts';

/** Lets components be replaced in the open page; the plugin would put it into an index.html, which there is none of. */
const REFRESH = `import { injectIntoGlobalHook } from '/@react-refresh';
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;`;

/** Pages from their sources: Vite serves the files and renders with the newest code. */
export async function createDevelopmentSource(app: FastifyInstance): Promise<PageSource> {
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());

  async function renderer(): Promise<PageRenderer> {
    const { renderPage, pageOf } = await vite.ssrLoadModule('/web/entry-server.tsx');
    return { renderPage, pageOf };
  }

  /** Resolves to true when Vite has answered. */
  function serveFile(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    return new Promise((resolve, reject) => {
      reply.raw.once('close', () => resolve(true));
      vite.middlewares(request.raw, reply.raw, (error?: unknown) => (error ? reject(error) : resolve(false)));
    });
  }

  return {
    renderer,
    serveFile,
    isFinal: false,
    styles: [],
    files: {
      scripts: [{ code: REFRESH }, { src: '/@vite/client' }, { src: '/web/entry-client.tsx' }],
      css: ['/web/styles/faces.css', '/web/styles/app.css', '/web/styles/fonts.css'],
    },
  };
}
