import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { postgresAccount } from '#server/db/embedded/run-as.ts';
import { createNode, type NodeAddress, PASSWORD, type PatroniNode, SUPERUSER } from './patroni-node.ts';
import { freePorts, kill, type Programs, run, until } from './programs.ts';

const NODES = ['a', 'b', 'c'] as const;
const START_SECONDS = 90;

/** Three nodes under Patroni with synchronous replication, and HAProxy in front of them. */
export type Cluster = {
  /** Through HAProxy, to the node that is the primary. */
  connection: pg.ClientConfig;
  nodes: readonly PatroniNode[];
  primary: () => Promise<PatroniNode>;
  /** Waits until a primary has two standbys that follow it, one of them synchronous. */
  untilComplete: () => Promise<void>;
  /** Hands the role of the primary to the synchronous standby, as an operator does. */
  switchOver: () => Promise<void>;
  end: () => Promise<void>;
};

type Member = { name: string; role: string; state: string; timeline?: number };

const haproxyConfig = (port: number, nodes: readonly NodeAddress[]) => `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  timeout check 2s
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`).join('\n')}
`;

function ownFolder(path: string): string {
  mkdirSync(path);
  const account = postgresAccount();
  if (account) chownSync(path, account.uid, account.gid);
  return path;
}

function startEtcd(programs: Programs, folder: string, port: number, peerPort: number) {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const home = ownFolder(join(folder, 'etcd'));
  const args = {
    'data-dir': join(home, 'data'),
    'enable-v2': 'true',
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  };
  const list = Object.entries(args).map(([name, value]) => `--${name}=${value}`);
  return run(programs.etcd, list, home, join(folder, 'etcd.log'));
}

function startHaproxy(programs: Programs, folder: string, port: number, nodes: readonly NodeAddress[]) {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, haproxyConfig(port, nodes));
  return run(programs.haproxy, ['-db', '-f', file], folder, join(folder, 'haproxy.log'));
}

async function membersOf(nodes: readonly PatroniNode[]): Promise<Member[]> {
  for (const { restPort } of nodes) {
    const signal = AbortSignal.timeout(1000);
    const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal }).catch(() => undefined);
    if (answer?.ok) return JSON.parse(await answer.text()).members;
  }
  return [];
}

/** Returns whether this node itself says so: `primary`, `replica`, `synchronous`. */
async function is({ restPort }: PatroniNode, role: string): Promise<boolean> {
  const signal = AbortSignal.timeout(1000);
  const answer = await fetch(`http://127.0.0.1:${restPort}/${role}`, { signal }).catch(() => undefined);
  return answer?.status === 200;
}

async function findNode(nodes: readonly PatroniNode[], role: string): Promise<PatroniNode | undefined> {
  for (const node of nodes) if (await is(node, role)) return node;
  return undefined;
}

/** Makes the role and database of the shop. */
async function createShopDatabase(connection: pg.ClientConfig): Promise<pg.ClientConfig> {
  const client = new pg.Client({ ...connection, user: SUPERUSER, database: 'postgres' });
  await client.connect();
  await client.query(`create role shop login password '${PASSWORD}'`);
  await client.query('create database shop owner shop');
  await client.end();
  return { ...connection, user: 'shop', database: 'shop' };
}

async function whereItFailed(nodes: readonly PatroniNode[], error: unknown): Promise<Error> {
  const logs = nodes.map((node) => `${node.name}:\n  ${node.lastLines()}`);
  return new Error(`${error instanceof Error ? error.message : error}\n${logs.join('\n')}`);
}

/** Starts the cluster in `folder`, with an empty database for the shop. */
export async function startCluster(programs: Programs, folder: string, signal: AbortSignal): Promise<Cluster> {
  const [etcdPort = 0, peerPort = 0, port = 0, ...rest] = await freePorts(3 + 2 * NODES.length);
  const nodes = NODES.map((name, at) =>
    createNode({ name, port: rest[2 * at] ?? 0, restPort: rest[2 * at + 1] ?? 0 }, folder, etcdPort, programs),
  );
  const etcd = startEtcd(programs, folder, etcdPort, peerPort);
  const haproxy = startHaproxy(programs, folder, port, nodes);

  async function isComplete(): Promise<boolean> {
    const members = await membersOf(nodes);
    const [leader] = members.filter(({ role }) => role === 'leader');
    const following = members.filter(({ state, timeline }) => state === 'running' && timeline === leader?.timeline);
    const hasSynchronous = (await findNode(nodes, 'synchronous')) !== undefined;
    return leader !== undefined && following.length === NODES.length && hasSynchronous;
  }
  async function untilComplete(): Promise<void> {
    await until('a primary with two standbys', START_SECONDS, signal, isComplete).catch(async (error: unknown) => {
      throw await whereItFailed(nodes, error);
    });
  }
  async function end(): Promise<void> {
    // Ends at once what would otherwise promote itself meanwhile.
    await Promise.all(nodes.map((node) => node.end()));
    await Promise.all([etcd, haproxy].map(kill));
  }

  try {
    await until('etcd', START_SECONDS, signal, async () => (await fetch(`http://127.0.0.1:${etcdPort}/health`)).ok);
    for (const node of nodes) node.start();
    await untilComplete();
    const connection = await createShopDatabase({ host: '127.0.0.1', port, password: PASSWORD });
    return {
      connection,
      nodes,
      async primary() {
        const found = await findNode(nodes, 'primary');
        if (!found) throw new Error('no primary');
        return found;
      },
      untilComplete,
      async switchOver() {
        const [leader, candidate] = [await findNode(nodes, 'primary'), await findNode(nodes, 'synchronous')];
        const answer = await fetch(`http://127.0.0.1:${leader?.restPort}/switchover`, {
          method: 'POST',
          body: JSON.stringify({ leader: leader?.name, candidate: candidate?.name }),
        });
        if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
      },
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}
