/** Returns the milliseconds of a processor that this process has used since then, whatever else the machine does. */
export function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
