// Runs a TypeScript script on Node 24. Plain JavaScript, so that an older Node can print what is
// missing.
import module from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `This project runs on Node 24; this is Node ${process.versions.node}. "npm ci" installs it as the npm package "node" ` +
      '(an optional dependency with an install script: do not pass --omit=optional or --ignore-scripts), or install Node 24 yourself.',
  );
  process.exit(1);
}
// Cached across starts: the next one neither strips types nor compiles.
module.enableCompileCache();
const [, , script, ...rest] = process.argv;
process.argv = [process.argv[0], resolve(script), ...rest];
await import(pathToFileURL(process.argv[1]).href);
