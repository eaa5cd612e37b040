import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpTimestampAuthority, P12Signer, PDF, TimestampError } from '@libpdf/core';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { LetterKey } from '#server/config.ts';
import { messageOf } from '#server/lib/errors.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import type { SealProblem } from '#shared/features/letters/schemas.ts';
import type { FailedLetter, LetterWork, WrittenLetter } from '../letter-writer.ts';
import { fonts, missingCharacters } from './glyphs.ts';

const TEMPLATE = readFileSync(new URL('./letter.typ', import.meta.url), 'utf8');
/** A longer run without a space may break, so that it stays on the page. */
const LONG_RUN = /(\S{40})(?=\S)/g;
const ZERO_WIDTH_SPACE = '\u200b';

const compiler = NodeCompiler.create({
  // An empty folder: a template can read nothing else.
  workspace: mkdtempSync(join(tmpdir(), 'letters-')),
  fontArgs: [{ fontBlobs: fonts }],
});

/** All texts of a value, with breaks in long runs. */
function breakable<Value>(value: Value, texts: string[]): unknown {
  if (typeof value === 'string') {
    texts.push(value);
    return value.replace(LONG_RUN, `$1${ZERO_WIDTH_SPACE}`);
  }
  if (Array.isArray(value)) return value.map((part) => breakable(part, texts));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, breakable(part, texts)]));
  }
  return value;
}

function svgOf(path: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 200"><path d="${path}" fill="none" stroke="#111" stroke-width="4" stroke-linecap="round"/></svg>`;
}

/** A step that failed, with the part of the installation or of the letter that is to be mended. */
class StepFailed extends Error {
  readonly problem: SealProblem;

  constructor(problem: SealProblem, reason: string) {
    super(reason);
    this.problem = problem;
  }
}

function setType({ title, firm, at, documents, evidence, marks }: LetterWork): Buffer {
  const texts: string[] = [];
  const shown = breakable({ title, firm, documents, evidence }, texts);
  const missing = missingCharacters([...texts, ...marks.map(({ name }) => name)]);
  if (missing.length > 0) throw new StepFailed('font', `the font lacks ${missing.map(codePointOf).join(', ')}`);
  const data = {
    ...Object(shown),
    date: koreanDayAt(new Date(at)).split('-').map(Number),
    marks: marks.map(({ name, path }) => ({ name, svg: svgOf(path) })),
  };
  const compiled = compiler.compile({ mainFileContent: TEMPLATE, inputs: { data: JSON.stringify(data) } });
  if (!compiled.result) {
    throw new Error(`the letter does not compile: ${JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics)}`);
  }
  const pdf = compiler.pdf(compiled.result, { pdfStandard: 'a-2a' });
  compiler.evictCache(2);
  return pdf;
}

/** As `U+1F600`. */
function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;
}

async function seal(pdf: Uint8Array, at: number, { p12, password, tsaUrl }: LetterKey): Promise<Uint8Array> {
  const document = await PDF.load(pdf);
  const signer = await P12Signer.create(p12, password).catch((error: unknown) => {
    throw new StepFailed('key', messageOf(error));
  });
  const signing = document.sign({
    signer,
    reason: '모두 서명한 문서의 봉인',
    signingTime: new Date(at),
    ...(tsaUrl === undefined
      ? { level: 'B-B' as const }
      : { level: 'B-T' as const, timestampAuthority: new HttpTimestampAuthority(tsaUrl) }),
  });
  const { bytes } = await signing.catch((error: unknown) => {
    throw error instanceof TimestampError ? new StepFailed('stamp', messageOf(error)) : error;
  });
  return bytes;
}

async function write(work: LetterWork): Promise<WrittenLetter> {
  const pdf = new Uint8Array(setType(work));
  if (!work.key) return { pdf, seal: 'none' };
  const sealed = await seal(pdf, work.at, work.key);
  return { pdf: sealed, seal: work.key.tsaUrl === undefined ? 'pades' : 'pades_timestamped' };
}

/**
 * Writes a letter as PDF/A with its evidence sheet, and seals it where a key is configured. The same
 * work gives the same file until the seal. Answers with a problem when the font lacks a character, or
 * seal or stamp fail: no file is better than a false one.
 */
export async function writeLetter(work: LetterWork): Promise<WrittenLetter | FailedLetter> {
  try {
    return await write(work);
  } catch (error) {
    return { problem: error instanceof StepFailed ? error.problem : 'other', reason: messageOf(error) };
  }
}
