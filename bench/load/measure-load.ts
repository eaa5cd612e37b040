import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { quantile } from '../environment.ts';
import { processorMs } from '../processor-time.ts';
import { loadRaw } from './raw-load.ts';

const run = promisify(execFile);

/** Share of one core from which a single-threaded process is the limit. */
const BUSY = 0.9;

export type Target = { url: string; headers: Record<string, string>; connections: number; seconds: number };
export type LoadResult = { perSecond: number; p99Ms: number };

const UNITS: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

/** wrk from the system's packages; undefined without it. */
async function loadByWrk({ url, headers, connections, seconds }: Target): Promise<LoadResult | undefined> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--latency', ...given, url];
  const { stdout } = await run('wrk', args).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return { stdout: undefined };
    throw error;
  });
  if (stdout === undefined) return undefined;
  const flaw = /Socket errors.*|Non-2xx.*/.exec(stdout)?.[0];
  if (flaw) throw new Error(`${url}: ${flaw}`);
  const [, p99, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  return { perSecond, p99Ms: Number(p99) * (UNITS[unit] ?? Number.NaN) };
}

async function loadByOurs(target: Target): Promise<LoadResult> {
  const times: number[] = [];
  let bad = 0;
  const { broken } = await loadRaw({
    ...target,
    onAnswer(status, ms) {
      if (status === 200) times.push(ms);
      else bad += 1;
    },
  });
  if (bad + broken > 0) throw new Error(`${target.url}: ${bad} bad answers, ${broken} broken connections`);
  times.sort((a, b) => a - b);
  return { perSecond: times.length / target.seconds, p99Ms: quantile(times, 0.99) };
}

/**
 * Throws when the load was the limit instead of the server: `work` must use less than 90 % of a
 * core in this process and its ended children, or the server at least as much.
 */
export async function withinLimits<T>(server: { name: string; pid: number }, work: () => Promise<T>): Promise<T> {
  const [own, theirs, startedAt] = [processorMs(process.pid), processorMs(server.pid), performance.now()];
  const result = await work();
  const tookMs = performance.now() - startedAt;
  const load = (processorMs(process.pid) - own) / tookMs;
  const served = (processorMs(server.pid) - theirs) / tookMs;
  if (load > BUSY && served < BUSY) {
    const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
    throw new Error(
      `${server.name}: the load is the limit, with ${percent(load)} of a core and ${percent(served)} used`,
    );
  }
  return result;
}

/** Requests per second, by wrk where the system has it, without decoding a body. */
export async function measureLoad(target: Target): Promise<LoadResult> {
  return (await loadByWrk(target)) ?? loadByOurs(target);
}
