import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { newDataKey } from '#server/lib/keys/key-ring.ts';
import { type Manifest, readManifests, readVariables } from './manifests.ts';
import { podBreaches } from './pods.ts';

const folder = join(import.meta.dirname, '../../../deploy/kubernetes');

const CONTAINER = {
  name: 'shop',
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  resources: { limits: { memory: '1Gi' } },
  volumeMounts: [{ name: 'secrets', mountPath: '/run/secrets/shop' }],
};

function jobWith(container: object): Manifest {
  const spec = {
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [{ ...CONTAINER, ...container }],
  };
  const document = { spec: { template: { spec } } };
  return { file: 'job.yaml', apiVersion: 'batch/v1', kind: 'Job', name: 'job', isPatch: false, document };
}

describe('podBreaches', () => {
  const breachesOf = (container: object) => podBreaches([jobWith(container)], { file: 'shop.env', values: {} });

  it('finds nothing in a pod with a read-only root, no privileges and secrets in files', () => {
    expect(breachesOf({ env: [{ name: 'DATA_KEYS_FILE', value: '/run/secrets/shop/data-keys' }] })).toEqual([]);
  });

  it.each([
    ['a variable that the shop does not read', { env: [{ name: 'DATA_KEY', value: 'a' }] }],
    ['a secret as a value', { env: [{ name: 'DATA_KEYS', value: 'a' }] }],
    ['a file of what is no secret', { env: [{ name: 'PORT_FILE', value: '/run/secrets/shop/port' }] }],
    ['a path that no volume has', { env: [{ name: 'DATA_KEYS_FILE', value: '/run/secrets/other/data-keys' }] }],
    [
      'a root that can be written',
      { securityContext: { ...CONTAINER.securityContext, readOnlyRootFilesystem: false } },
    ],
    ['no limit of memory', { resources: {} }],
  ])('refuses %s', (_what, container) => {
    expect(breachesOf(container)).toHaveLength(1);
  });
});

describe('deploy/kubernetes', () => {
  it('has variables that the shop starts with', () => {
    const values = readVariables(join(folder, 'base/shop.env'));
    const given = Object.fromEntries(Object.entries(values).filter(([name]) => !name.endsWith('_FILE')));
    const keys = { DATA_KEYS: newDataKey(), BOOTPAY_SECRET_KEY: 'secret' };
    const secrets = { ...keys, DATABASE_URL: 'postgres://shop@db/shop', SMTP_URL: 'smtps://mail' };
    const config = loadConfig({ ...given, ...secrets, METRICS_TOKEN: 'sixteen-characters' });
    expect(config).toMatchObject({ mode: 'production', publicUrl: 'https://shop.example' });
  });

  it('names all its files in a kustomization', () => {
    expect(readManifests(folder).breaches).toEqual([]);
  });
});
