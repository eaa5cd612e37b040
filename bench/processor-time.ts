import { readFileSync } from 'node:fs';

/** Clock ticks of the kernel per second, as `/proc` counts them. */
const TICKS_PER_SECOND = 100;

/** Fields of `/proc/PID/stat` after the name: the times of the process and its ended children. */
const TIMES = [11, 12, 13, 14];

/** Milliseconds that a process alone has used of a processor, its ended children included. */
export function processorMs(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const stat = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (TIMES.reduce((sum, field) => sum + Number(stat[field] ?? 0), 0) * 1000) / TICKS_PER_SECOND;
}
