export type Report = {
  /** One measurement; with a goal, whether it is met. */
  add: (what: string, measured: string, goal?: string, isMet?: boolean) => void;
  print: () => void;
};

/** Prints the table at the end of a run. */
export function createReport(): Report {
  const rows: { what: string; measured: string; goal: string; met: string }[] = [];
  return {
    add(what, measured, goal = '', isMet) {
      rows.push({ what, measured, goal, met: isMet === undefined ? '' : isMet ? 'yes' : 'NO' });
    },
    print: () => console.table(rows),
  };
}
