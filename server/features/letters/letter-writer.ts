import type { FastifyBaseLogger } from 'fastify';
import type { LetterKey } from '#server/config.ts';
import type { Db } from '#server/db/transaction.ts';
import type { AnnounceDeps } from '#server/features/participants/case-events.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { createWorkerProcess, type WorkerProcess } from '#server/lib/process/worker-process.ts';
import type { SealProblem } from '#shared/features/letters/schemas.ts';
import type { LetterBlock } from '#shared/rules/letters/blocks.ts';

/** A letter to be written as a PDF. All texts are text, whatever characters they have. */
export type LetterWork = {
  title: string;
  firm: string;
  /** The moment of the last signature, as milliseconds. */
  at: number;
  documents: readonly { blocks: readonly LetterBlock[]; signatures: readonly [string, string][] }[];
  /** The sheet at the end. */
  evidence: readonly LetterBlock[];
  /** Drawn signatures as paths of SVG, with the names of those who drew them. */
  marks: readonly { name: string; path: string }[];
  key: LetterKey | undefined;
};

export type WrittenLetter = { pdf: Uint8Array; seal: 'none' | 'pades' | 'pades_timestamped' };

/** A file that was not written; `reason` is for the log. */
export type FailedLetter = { problem: SealProblem; reason: string };

/** Looks texts up in the fonts of letters; its result are the characters that the fonts lack. */
export type GlyphCheck = WorkerProcess<readonly string[], string[]>;

/** Dependencies of the job that writes and seals letters. */
export type SealingDeps = AnnounceDeps & {
  db: Db;
  log: FastifyBaseLogger;
  dataKeys: DataKeys;
  writer: WorkerProcess<LetterWork, WrittenLetter | FailedLetter>;
  glyphs: GlyphCheck;
  /** Undefined: letters are written and not sealed. */
  key: LetterKey | undefined;
};

/** The process that writes letters: type setting and cryptography need some 100 MB. */
export function createLetterWriter(): SealingDeps['writer'] {
  return createWorkerProcess(new URL('./sealing/letter-process.ts', import.meta.url));
}

/** The fonts are read in a process of their own, too: they need some 50 MB. */
export function createGlyphCheck(): GlyphCheck {
  return createWorkerProcess(new URL('./sealing/glyph-process.ts', import.meta.url));
}
