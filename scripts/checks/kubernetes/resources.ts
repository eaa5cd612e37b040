import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Manifest } from './manifests.ts';

/** Schemas of Kubernetes as types and as validators. */
const PACKAGE = 'kubernetes-models';

/** Kinds that the package lacks, with the fields that are used here. */
const OWN_KINDS: Record<string, z.ZodType> = {
  'kustomize.config.k8s.io/v1beta1 Kustomization': z.strictObject({
    apiVersion: z.string(),
    kind: z.string(),
    namespace: z.string(),
    resources: z.array(z.string()),
    patches: z.array(z.strictObject({ path: z.string() })).optional(),
    configMapGenerator: z.array(z.strictObject({ name: z.string(), envs: z.array(z.string()) })).optional(),
    images: z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })).optional(),
  }),
  'postgresql.cnpg.io/v1 Cluster': z.strictObject({
    apiVersion: z.string(),
    kind: z.string(),
    metadata: z.strictObject({ name: z.string() }),
    spec: z.strictObject({
      instances: z.int(),
      storage: z.strictObject({ size: z.string() }),
      bootstrap: z.strictObject({
        initdb: z.strictObject({
          database: z.string(),
          owner: z.string(),
          encoding: z.literal('UTF8'),
          localeCollate: z.literal('C.UTF-8'),
          localeCType: z.literal('C.UTF-8'),
        }),
      }),
      managed: z.strictObject({
        roles: z.array(
          z.strictObject({
            name: z.string(),
            login: z.boolean(),
            passwordSecret: z.strictObject({ name: z.string() }),
          }),
        ),
      }),
      postgresql: z.strictObject({
        synchronous: z.strictObject({
          method: z.enum(['any', 'first']),
          number: z.int(),
          dataDurability: z.literal('required'),
          failoverQuorum: z.boolean(),
        }),
        parameters: z.record(z.string(), z.string()),
      }),
      affinity: z.strictObject({ topologyKey: z.string() }),
      resources: z.strictObject({
        requests: z.record(z.string(), z.string()),
        limits: z.record(z.string(), z.string()),
      }),
    }),
  }),
};

const ownKindOf = ({ apiVersion, kind }: Manifest) => OWN_KINDS[`${apiVersion} ${kind}`];

export function isInstalled(root: string): boolean {
  return existsSync(join(root, 'node_modules', PACKAGE));
}

type Model = new (document: unknown) => { validate: () => void };

/** Types, formats and missing fields; a misspelt field passes. */
async function schemaBreaches({ file, apiVersion, kind, document }: Manifest): Promise<string[]> {
  try {
    const models: Record<string, Model> = await import(`${PACKAGE}/${apiVersion}`);
    const Kind = models[kind];
    if (!Kind) throw new Error(`${apiVersion} has no ${kind}`);
    new Kind(document).validate();
    return [];
  } catch (error) {
    return [`${file}: ${kind}: ${error instanceof Error ? error.message : error}`];
  }
}

/**
 * Writes each manifest as a literal of its type: the compiler refuses fields that the type does not
 * have.
 */
function literalOf({ file, apiVersion, kind, isPatch, document }: Manifest, at: number): string {
  const type = isPatch ? `Patch<K${at}>` : `K${at}`;
  return [
    `import type { I${kind} as K${at} } from '${PACKAGE}/${apiVersion}';`,
    `// ${file}`,
    `export const manifest${at}: ${type} = ${JSON.stringify(document, null, 1)};`,
  ].join('\n');
}

const PATCH =
  'type Patch<T> = T extends (infer U)[] ? Patch<U>[] : T extends object ? { [K in keyof T]?: Patch<T[K]> } : T;';

function typeBreaches(root: string, manifests: readonly Manifest[]): string[] {
  const folder = join(root, 'node_modules/.cache/kubernetes');
  mkdirSync(folder, { recursive: true });
  const source = join(folder, 'manifests.ts');
  writeFileSync(source, `${PATCH}\n${manifests.map(literalOf).join('\n')}\n`);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--pretty', 'false', '--types', 'node'];
  const args = [...options, '--module', 'nodenext', '--target', 'es2024', source];
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? [] : [`${source}:\n${stdout}`];
}

/** Finds fields that Kubernetes does not know, of the wrong type, or missing. */
export async function resourceBreaches(root: string, manifests: readonly Manifest[]): Promise<string[]> {
  const own = manifests.flatMap((manifest) => {
    const result = ownKindOf(manifest)?.safeParse(manifest.document);
    if (!result || result.success) return [];
    return [`${manifest.file}: ${z.prettifyError(result.error)}`];
  });
  const others = manifests.filter((manifest) => !ownKindOf(manifest));
  const complete = others.filter(({ isPatch }) => !isPatch);
  const refused = (await Promise.all(complete.map(schemaBreaches))).flat();
  // An unknown kind has no type to compile with.
  return refused.length > 0 ? [...own, ...refused] : [...own, ...typeBreaches(root, others)];
}
