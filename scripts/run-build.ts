/** Always builds: `pages` or `server`. Other callers use `buildIfStale`. */
import { build, createBuilder } from 'vite';

async function buildPages(): Promise<void> {
  const builder = await createBuilder({ logLevel: 'warn', mode: 'production' });
  for (const [index, name] of ['client', 'ssr'].entries()) {
    const environment = builder.environments[name];
    if (!environment) throw new Error(`vite.config.ts has no environment "${name}"`);
    console.log(`Building the pages (${index + 1}/2): ${name === 'client' ? 'for the browser' : 'for the server'}`);
    await builder.build(environment);
  }
}

async function buildServer(): Promise<void> {
  await build({ logLevel: 'warn', mode: 'production', configFile: 'vite.server.config.ts' });
}

const startedAt = performance.now();
const isServer = process.argv[2] === 'server';
await (isServer ? buildServer() : buildPages());
console.log(`${isServer ? 'Server' : 'Pages'} built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
