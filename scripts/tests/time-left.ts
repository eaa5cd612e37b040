import type { Reporter, TestModule, TestSpecification } from 'vitest/node';

/** How many seconds a file of a suite takes, some; only how they relate to each other matters. */
const SECONDS: Readonly<Record<string, number>> = {
  unit: 1,
  components: 5,
  api: 4,
  memory: 10,
  life: 15,
  browser: 10,
  engines: 120,
};
/** As in `vitest.config.ts`. */
const WORKERS = 3;
const PRINT_EVERY_MS = 30_000;

type Suite = { all: number; done: number };

/** Vitest adds the browser to the name of the components. */
const nameOf = ({ project }: { project: { name: string } }) => project.name.split(' ')[0] ?? '';
const secondsOf = (suite: string): number => SECONDS[suite] ?? 5;

/**
 * Says how much of each suite is done, and how long the rest takes, judged by what the files took so
 * far on this machine.
 */
export class TimeLeft implements Reporter {
  private readonly suites = new Map<string, Suite>();
  private taken = 0;
  private expected = 0;
  private printedAt = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const specification of specifications) this.suite(nameOf(specification)).all += 1;
    this.printedAt = performance.now();
    console.log(`${this.counts()}.`);
  }

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    this.suite(nameOf(module)).done += 1;
    this.taken += (collectDuration + setupDuration + duration) / 1000;
    this.expected += secondsOf(nameOf(module));
    if (performance.now() - this.printedAt < PRINT_EVERY_MS) return;
    this.printedAt = performance.now();
    console.log(`${this.counts()}. About ${this.minutesLeft()} left.`);
  }

  private suite(name: string): Suite {
    const known = this.suites.get(name) ?? { all: 0, done: 0 };
    this.suites.set(name, known);
    return known;
  }

  private counts(): string {
    return `Files: ${[...this.suites].map(([name, { all, done }]) => `${name} ${done} of ${all}`).join(', ')}`;
  }

  private minutesLeft(): string {
    const left = [...this.suites].reduce((sum, [name, { all, done }]) => sum + (all - done) * secondsOf(name), 0);
    const minutes = Math.ceil((left * this.taken) / this.expected / WORKERS / 60);
    return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  }
}
