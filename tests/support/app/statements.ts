/** Statements that a piece of work ran. */
export type Traffic = {
  /** All statements except those that open and close transactions. */
  statements: string[];
  /** Commits of transactions and of writes outside of one. */
  commits: number;
};

export type StatementRecorder = {
  /** Given to `openDatabase`. */
  onStatement: (sql: string) => void;
  /** Runs the work and returns its statements. */
  measure: (work: () => Promise<unknown>) => Promise<Traffic>;
};

const OPENS = /^\s*(begin|start transaction)\b/i;
const CLOSES = /^\s*(commit|rollback)\b/i;
/** Statements beside the calls: the catalogue's reload after a notification. */
const BESIDE = /\bcatalogue_state\b/;
const WRITES = /\b(insert\s+into|update|delete\s+from)\b/i;

function trafficOf(sent: readonly string[]): Traffic {
  const statements: string[] = [];
  let commits = 0;
  let isInTransaction = false;
  for (const sql of sent) {
    if (OPENS.test(sql)) isInTransaction = true;
    else if (CLOSES.test(sql)) {
      isInTransaction = false;
      if (/^\s*commit/i.test(sql)) commits += 1;
    } else {
      statements.push(sql.replace(/\s+/g, ' '));
      if (!isInTransaction && WRITES.test(sql)) commits += 1;
    }
  }
  return { statements, commits };
}

/** Records all statements of the database; measurements must run sequentially. */
export function createStatementRecorder(): StatementRecorder {
  let sent: string[] | undefined;
  return {
    onStatement: (sql) => {
      if (!BESIDE.test(sql)) sent?.push(sql);
    },
    async measure(work) {
      sent = [];
      try {
        await work();
        return trafficOf(sent);
      } finally {
        sent = undefined;
      }
    },
  };
}
