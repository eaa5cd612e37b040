/** Always builds the pages. Other callers use `buildPagesIfStale`. */
import { createBuilder } from 'vite';

const startedAt = performance.now();
const builder = await createBuilder({ logLevel: 'warn', mode: 'production' });
for (const [index, name] of ['client', 'ssr'].entries()) {
  const environment = builder.environments[name];
  if (!environment) throw new Error(`vite.config.ts has no environment "${name}"`);
  console.log(`Building the pages (${index + 1}/2): ${name === 'client' ? 'for the browser' : 'for the server'}`);
  await builder.build(environment);
}
console.log(`Pages built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
