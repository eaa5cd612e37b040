/**
 * Checks the manifests in `deploy/kubernetes`: fields against the schemas of Kubernetes, files that
 * a kustomization names, variables of pods, paths of secrets, and rights of containers. Prints each
 * breach; exit code 1 when there is one.
 */
import { join, resolve } from 'node:path';
import { readManifests } from './kubernetes/manifests.ts';
import { podBreaches } from './kubernetes/pods.ts';
import { isInstalled, resourceBreaches } from './kubernetes/resources.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'deploy/kubernetes');

const { manifests, variables, breaches } = readManifests(folder);
breaches.push(...podBreaches(manifests, variables));
if (isInstalled(root)) breaches.push(...(await resourceBreaches(root, manifests)));
else console.log('kubernetes: fields left out, kubernetes-models is not installed: npm ci');
for (const breach of breaches) console.error(breach);
console.log(`kubernetes: ${manifests.length} manifests, ${breaches.length} breaches`);
const isLeftOut = !isInstalled(root) && process.env.CI !== undefined;
process.exitCode = breaches.length > 0 || isLeftOut ? 1 : 0;
