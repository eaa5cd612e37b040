import { z } from 'zod';
import { isSecret } from '#server/config/secrets.ts';
import { VARIABLES } from '#server/config.ts';
import type { Manifest, SharedVariables } from './manifests.ts';

const container = z.looseObject({
  name: z.string(),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).default([]),
  envFrom: z.array(z.unknown()).default([]),
  volumeMounts: z.array(z.looseObject({ mountPath: z.string() })).default([]),
  resources: z
    .looseObject({ limits: z.looseObject({ memory: z.string() }) })
    .optional()
    .catch(undefined),
  securityContext: z
    .object({
      allowPrivilegeEscalation: z.literal(false),
      readOnlyRootFilesystem: z.literal(true),
      capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
    })
    .optional()
    .catch(undefined),
});
const podSpec = z.looseObject({
  automountServiceAccountToken: z.boolean().optional(),
  securityContext: z
    .looseObject({ runAsNonRoot: z.literal(true), seccompProfile: z.object({ type: z.literal('RuntimeDefault') }) })
    .optional()
    .catch(undefined),
  containers: z.array(container),
});
const template = z.object({ template: z.object({ spec: podSpec }) });
/** Where each kind has the template of its pods. */
const TEMPLATES: Record<string, z.ZodType<z.infer<typeof podSpec>>> = {
  Deployment: z.object({ spec: template }).transform(({ spec }) => spec.template.spec),
  Job: z.object({ spec: template }).transform(({ spec }) => spec.template.spec),
  CronJob: z
    .object({ spec: z.object({ jobTemplate: z.object({ spec: template }) }) })
    .transform(({ spec }) => spec.jobTemplate.spec.template.spec),
};

const FILE_SUFFIX = '_FILE';

function isKnown(variable: string): boolean {
  if (VARIABLES.includes(variable)) return true;
  const name = variable.slice(0, -FILE_SUFFIX.length);
  return variable.endsWith(FILE_SUFFIX) && VARIABLES.includes(name) && isSecret(name);
}

/**
 * Variables that docs/configuration.md does not have, and secrets that are values instead of files.
 */
function variableBreaches(values: Record<string, string | undefined>): string[] {
  const names = Object.keys(values);
  return [
    ...names.filter((name) => !isKnown(name)).map((name) => `${name} is not in docs/configuration.md`),
    ...names.filter((name) => VARIABLES.includes(name) && isSecret(name)).map((name) => `${name} is no file`),
  ];
}

function containerBreaches(given: z.infer<typeof container>, shared: Record<string, string>): string[] {
  const { env, envFrom, volumeMounts, resources, securityContext } = given;
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const all = { ...(envFrom.length > 0 && shared), ...own };
  const isMounted = (path = '') => volumeMounts.some(({ mountPath }) => path.startsWith(`${mountPath}/`));
  const files = Object.entries(all).filter(([name]) => name.endsWith(FILE_SUFFIX));
  return [
    ...variableBreaches(own),
    ...files.filter(([, path]) => !isMounted(path)).map(([name, path]) => `${name}: no volume has ${path}`),
    ...(securityContext ? [] : ['needs a read-only root, no privileges and no capabilities']),
    ...(resources ? [] : ['needs a limit of memory']),
  ];
}

/**
 * Finds what pods must not have: unknown variables, secrets outside of files, paths without a
 * volume, privileges.
 */
export function podBreaches(manifests: readonly Manifest[], shared: SharedVariables): string[] {
  const breaches = variableBreaches(shared.values).map((breach) => `${shared.file}: ${breach}`);
  for (const { file, kind, name, isPatch, document } of manifests) {
    const schema = TEMPLATES[kind];
    if (!schema || isPatch) continue;
    const where = `${file}: ${kind} ${name}`;
    const spec = schema.parse(document);
    if (!spec.securityContext) breaches.push(`${where}: needs runAsNonRoot and seccompProfile RuntimeDefault`);
    if (spec.automountServiceAccountToken !== false) breaches.push(`${where}: has a token of the cluster`);
    for (const given of spec.containers) {
      breaches.push(...containerBreaches(given, shared.values).map((breach) => `${where}/${given.name}: ${breach}`));
    }
  }
  return breaches;
}
