import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

/** One document of a file. A patch has only the fields that it changes. */
export type Manifest = {
  /** Relative to the folder of all manifests. */
  file: string;
  apiVersion: string;
  kind: string;
  name: string;
  isPatch: boolean;
  document: unknown;
};

/** What all pods have as environment, with the file that sets it. */
export type SharedVariables = { file: string; values: Record<string, string> };

type Manifests = { manifests: Manifest[]; variables: SharedVariables; breaches: string[] };

const head = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }).optional(),
});
const kustomization = z.looseObject({
  resources: z.array(z.string()).default([]),
  patches: z.array(z.looseObject({ path: z.string() })).default([]),
  configMapGenerator: z.array(z.looseObject({ envs: z.array(z.string()).default([]) })).default([]),
});

const KUSTOMIZATION = 'kustomization.yaml';

function documentsOf(text: string): unknown[] {
  return parseAllDocuments(text, { uniqueKeys: true }).map((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return document.toJS();
  });
}

/** Reads a file of `NAME=value` lines. */
export function readVariables(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  const pairs = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(/=(.*)/s, 2));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

/**
 * Reads all manifests of a folder, and finds files that no kustomization names or that are missing.
 */
export function readManifests(folder: string): Manifests {
  const files = globSync('**/*.yaml', { cwd: folder }).toSorted();
  const named = new Set<string>();
  const patches = new Set<string>();
  const variables: SharedVariables = { file: '', values: {} };
  const breaches: string[] = [];
  for (const file of files.filter((path) => path.endsWith(KUSTOMIZATION))) {
    const here = dirname(join(folder, file));
    const [content] = documentsOf(readFileSync(join(folder, file), 'utf8'));
    const { resources, patches: patched, configMapGenerator } = kustomization.parse(content);
    const envs = configMapGenerator.flatMap((generator) => generator.envs);
    for (const path of [...resources, ...patched.map(({ path }) => path), ...envs]) {
      if (!existsSync(resolve(here, path))) breaches.push(`${file}: ${path} does not exist`);
      named.add(relative(folder, resolve(here, path)));
    }
    for (const { path } of patched) patches.add(relative(folder, resolve(here, path)));
    for (const path of envs.filter((env) => existsSync(resolve(here, env)))) {
      variables.file = relative(folder, resolve(here, path));
      Object.assign(variables.values, readVariables(resolve(here, path)));
    }
  }
  const manifests = files.flatMap((file) =>
    documentsOf(readFileSync(join(folder, file), 'utf8')).map((document) => {
      const { apiVersion, kind, metadata } = head.parse(document);
      return { file, apiVersion, kind, name: metadata?.name ?? '', isPatch: patches.has(file), document };
    }),
  );
  for (const file of files) {
    if (!file.endsWith(KUSTOMIZATION) && !named.has(file)) breaches.push(`${file}: no kustomization names it`);
  }
  return { manifests, variables, breaches };
}
