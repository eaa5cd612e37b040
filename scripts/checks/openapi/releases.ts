import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type ApiDocument, findBreaks, type Operation, SUCCESS } from './compare-documents.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'docs/releases');
const acceptedFile = join(folder, 'accepted-breaks.json');
/** What a schema says without limiting a value. */
const ANNOTATIONS = new Set(['description', 'title', 'example']);

/** A break that the release takes on, with the reason why no page that is open suffers from it. */
type Accepted = { break: string; why: string };

/** An operation without its texts, and without its errors, which have one form. */
function comparedPart({ parameters, requestBody, responses, security }: Operation): Operation {
  const successes = Object.entries(responses).filter(([status]) => SUCCESS.test(status));
  return {
    ...(parameters && { parameters }),
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(successes),
    ...(security && { security }),
  };
}

/** One line for each entry, so that a release's changes are seen in its commit. */
function lines(entries: object): string {
  // A field may have the name of an annotation: then its value is a schema.
  const withoutTexts = (key: string, value: unknown) =>
    ANNOTATIONS.has(key) && typeof value === 'string' ? undefined : value;
  return Object.entries(entries)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value, withoutTexts)}`)
    .join(',\n');
}

/** The part of the document that is compared. */
function textOf(document: string): string {
  const { paths, components }: ApiDocument = JSON.parse(document);
  const calls = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, comparedPart(operation)])),
  ]);
  const { schemas, parameters = {} } = components;
  return `{"paths": {
${lines(Object.fromEntries(calls))}
}, "components": {"parameters": {
${lines(parameters)}
}, "schemas": {
${lines(schemas)}
}}}
`;
}

function baselineFile(): string {
  const [file, ...others] = globSync('api-*.json', { cwd: folder });
  if (file === undefined || others.length > 0) throw new Error('docs/releases needs one file api-VERSION.json');
  return file;
}

/**
 * Compares the document with the last release's. Lists new breaks and accepted ones that are none.
 */
export function compareWithRelease(document: string): { release: string; problems: string[] } {
  const file = baselineFile();
  const release: ApiDocument = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const accepted: Accepted[] = JSON.parse(readFileSync(acceptedFile, 'utf8'));
  const breaks = findBreaks(release, JSON.parse(document));
  const isAccepted = (text: string) => accepted.some((one) => one.break === text);
  return {
    release: basename(file, '.json').replace('api-', ''),
    problems: [
      ...breaks.filter((text) => !isAccepted(text)),
      ...accepted.filter((one) => !breaks.includes(one.break)).map((one) => `accepted, but no break: ${one.break}`),
      ...accepted.filter(({ why }) => !why).map((one) => `accepted without a reason: ${one.break}`),
    ],
  };
}

/** Makes the document the one that the next release is compared with. Returns the file's name. */
export function cutRelease(document: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const old of globSync('api-*.json', { cwd: folder })) rmSync(join(folder, old));
  mkdirSync(folder, { recursive: true });
  const file = `api-${version}.json`;
  writeFileSync(join(folder, file), textOf(document));
  writeFileSync(acceptedFile, '[]\n');
  return `docs/releases/${file}`;
}
