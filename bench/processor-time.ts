import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of the kernel per second, as `/proc` counts them. */
const TICKS_PER_SECOND = 100;

/**
 * Fields of `/proc/PID/stat` after the name: the parent, and the times of the process and its ended
 * children.
 */
const PARENT = 1;
const TIMES = [11, 12, 13, 14];

function statOf(pid: number): string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => parentOf(other) === pid);
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[PARENT] ?? 0);
}

/** Milliseconds that a process alone has used of a processor, its ended children included. */
export function processorMs(pid: number): number {
  const stat = statOf(pid);
  return (TIMES.reduce((sum, field) => sum + Number(stat[field] ?? 0), 0) * 1000) / TICKS_PER_SECOND;
}

/**
 * Milliseconds that all running descendants of a process have used, such as PostgreSQL's below the
 * shop.
 */
export function descendantsMs(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + processorMs(child) + descendantsMs(child), 0);
}
