/**
 * Checks the manifests in `deploy/kubernetes` against the schemas of Kubernetes: each is written as
 * a literal of its type in `kubernetes-models`, and the compiler names unknown, missing and mistyped
 * fields. Kinds of kustomize and CloudNativePG, which the package lacks, are left out.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'deploy/kubernetes');
/** Inside `node_modules`, so that the compiler finds the package and other checks skip it. */
const cache = join(root, 'node_modules/.cache/kubernetes');

const LACKING = new Set(['Kustomization', 'Cluster']);
const head = z.looseObject({ apiVersion: z.string(), kind: z.string() });
const kustomization = z.looseObject({ patches: z.array(z.looseObject({ path: z.string() })).default([]) });

const PATCH =
  'type Patch<T> = T extends (infer U)[] ? Patch<U>[] : T extends object ? { [K in keyof T]?: Patch<T[K]> } : T;';

function documentsOf(file: string): unknown[] {
  return parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => {
    const [error] = document.errors;
    if (error) throw new Error(`${file}: ${error.message}`);
    return document.toJS();
  });
}

const files = globSync('**/*.yaml', { cwd: folder }).toSorted();
/** Files with only the fields that they change. */
const patches = new Set(
  globSync('*/kustomization.yaml', { cwd: folder }).flatMap((file) =>
    documentsOf(file).flatMap((document) =>
      kustomization.parse(document).patches.map(({ path }) => join(file, '..', path)),
    ),
  ),
);
const literals = files.flatMap((file) =>
  documentsOf(file).flatMap((document, at) => {
    const { apiVersion, kind } = head.parse(document);
    if (LACKING.has(kind)) return [];
    const name = `${file.replaceAll(/\W/g, '_')}_${at}`;
    const type = patches.has(file) ? `Patch<I_${name}>` : `I_${name}`;
    return [
      `import type { I${kind} as I_${name} } from 'kubernetes-models/${apiVersion}';`,
      `export const ${name}: ${type} = ${JSON.stringify(document, null, 1)};`,
    ];
  }),
);
mkdirSync(cache, { recursive: true });
const source = join(cache, 'manifests.ts');
writeFileSync(source, [PATCH, ...literals].join('\n'));
const options = ['--noEmit', '--strict', '--skipLibCheck', '--pretty', 'false', '--types', 'node'];
const args = [...options, '--module', 'nodenext', '--target', 'es2024', source];
const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), args, { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
