import { describe, expect, it } from 'vitest';
import { type ApiDocument, findBreaks } from './compare-documents.ts';
import type { Schema } from './shapes.ts';

const text = { type: 'string' };
const note: Schema = {
  type: 'object',
  properties: { id: { type: 'integer' }, text, status: { type: 'string', enum: ['open', 'closed'] } },
  required: ['id', 'text', 'status'],
};
const noteBody: Schema = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 50 }, colour: { type: 'string', enum: ['red', 'blue'] } },
  required: ['text'],
};

type Changes = {
  note?: Schema;
  body?: Schema;
  paths?: ApiDocument['paths'];
  query?: { required?: boolean; schema: Schema; name?: string };
  status?: string;
  security?: readonly Record<string, unknown>[];
};

/** One call that takes a note and answers a list of notes. */
function documentWith({ query, status = '200', security = [], ...changes }: Changes = {}): ApiDocument {
  const answer = { type: 'array', items: { $ref: '#/components/schemas/Note' } };
  const body = { $ref: '#/components/schemas/NoteBody' };
  return {
    paths: changes.paths ?? {
      '/notes': {
        post: {
          parameters: [{ name: 'limit', in: 'query', schema: text, ...query }],
          requestBody: { required: true, content: { 'application/json': { schema: body } } },
          responses: { [status]: { content: { 'application/json': { schema: answer } } } },
          security,
        },
      },
    },
    components: { schemas: { Note: changes.note ?? note, NoteBody: changes.body ?? noteBody } },
  };
}

const breaksOf = (changes: Changes) => findBreaks(documentWith(), documentWith(changes));
const withField = (of: Schema, name: string, schema: Schema): Schema => ({
  ...of,
  properties: { ...of.properties, [name]: schema },
});
const withoutField = (of: Schema, name: string): Schema => ({
  ...of,
  properties: Object.fromEntries(Object.entries(of.properties ?? {}).filter(([key]) => key !== name)),
  required: (of.required ?? []).filter((key) => key !== name),
});
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

describe('findBreaks', () => {
  it('accepts another way to write that a field may be null', () => {
    const named: Schema = { type: ['object', 'null'], properties: { name: text }, required: ['name'] };
    const before = documentWith({ note: withField(note, 'author', named) });
    const after = documentWith({ note: withField(note, 'author', orNull({ ...named, type: 'object' })) });
    expect(findBreaks(before, after)).toEqual([]);
  });

  it('accepts what is only added', () => {
    expect(breaksOf({})).toEqual([]);
    const wider = withField(withField(noteBody, 'title', text), 'text', { type: ['string', 'null'], maxLength: 80 });
    const longer = { ...withField(note, 'title', text), required: [...(note.required ?? []), 'title'] };
    const one = documentWith();
    expect(breaksOf({ note: longer, body: wider })).toEqual([]);
    expect(breaksOf({ paths: { ...one.paths, '/others': one.paths['/notes'] ?? {} } })).toEqual([]);
    const fewer = withField(note, 'status', { type: 'string', const: 'open' });
    expect(breaksOf({ note: fewer, body: withField(noteBody, 'colour', text) })).toEqual([]);
  });

  it('finds a removed call, status, way of access and parameter', () => {
    expect(breaksOf({ paths: {} })).toEqual(['POST /notes: removed']);
    expect(breaksOf({ status: '201' })).toEqual(['POST /notes: may answer 201', 'POST /notes: no longer answers 200']);
    expect(breaksOf({ security: [{ session: [] }] })).toEqual(['POST /notes: asks for more access']);
    expect(breaksOf({ query: { name: 'page', required: true, schema: text } })).toEqual([
      'POST /notes query limit: an input is no longer read',
      'POST /notes query page: an input is newly required',
    ]);
    expect(breaksOf({ query: { required: true, schema: text } })).toEqual([
      'POST /notes query limit: an input is newly required',
    ]);
  });

  it.each([
    ['a removed field', withoutField(note, 'text'), 'Note.text: removed from an answer'],
    ['an optional field', { ...note, required: ['id', 'status'] }, 'Note.text: an answer may be without it'],
    ['null', withField(note, 'text', orNull(text)), 'Note.text: an answer may be null'],
    ['null as a type', withField(note, 'text', { type: ['string', 'null'] }), 'Note.text: an answer may be null'],
    ['another type', withField(note, 'id', text), 'Note.id: an answer may be string'],
    ['a wider number', withField(note, 'id', { type: 'number' }), 'Note.id: an answer may be number'],
    ['any value', withField(note, 'id', {}), 'Note.id: an answer may be of any type'],
    [
      'a new value',
      withField(note, 'status', { type: 'string', enum: ['open', 'closed', 'paused'] }),
      'Note.status: an answer may be "paused"',
    ],
    ['values without a list', withField(note, 'status', text), 'Note.status: an answer may have any value'],
  ])('finds %s in an answer', (_name, changed, found) => {
    expect(breaksOf({ note: changed })).toEqual([found]);
  });

  it.each([
    [
      'a new duty',
      { ...withField(noteBody, 'title', text), required: ['text', 'title'] },
      'NoteBody.title: an input is newly required',
    ],
    ['a duty', { ...noteBody, required: ['text', 'colour'] }, 'NoteBody.colour: an input is newly required'],
    ['a field that is not read', withoutField(noteBody, 'colour'), 'NoteBody.colour: an input is no longer read'],
    [
      'a lower bound',
      withField(noteBody, 'text', { type: 'string', maxLength: 40 }),
      'NoteBody.text: maxLength of an input is 40, was 50',
    ],
    [
      'a new bound',
      withField(noteBody, 'text', { type: 'string', maxLength: 50, minLength: 1 }),
      'NoteBody.text: minLength of an input is 1, was not set',
    ],
    [
      'a pattern',
      withField(noteBody, 'text', { type: 'string', maxLength: 50, pattern: '^a' }),
      'NoteBody.text: an input has to match ^a',
    ],
    [
      'a value that is gone',
      withField(noteBody, 'colour', { type: 'string', enum: ['red'] }),
      'NoteBody.colour: "blue" is no longer accepted',
    ],
    ['another type', withField(noteBody, 'text', { type: 'integer' }), 'NoteBody.text: string is no longer accepted'],
  ])('finds %s in an input', (_name, changed, found) => {
    expect(breaksOf({ body: changed })).toEqual([found]);
  });

  it('follows references, lists, records, alternatives and schemas that contain themselves', () => {
    const reply: Schema = {
      type: 'object',
      properties: {
        replies: { type: 'array', items: { $ref: '#/components/schemas/Note' } },
        counts: {
          type: 'object',
          propertyNames: { enum: ['open', 'closed'] },
          additionalProperties: { type: 'integer' },
        },
        author: { oneOf: ['user', 'admin'].map((kind) => ({ type: 'object', properties: { kind: { const: kind } } })) },
      },
      required: ['replies', 'counts', 'author'],
    };
    const counts: Schema = { propertyNames: { enum: ['open'] }, additionalProperties: orNull({ type: 'integer' }) };
    const changed = withField(withField(reply, 'counts', { type: 'object', ...counts }), 'author', {
      oneOf: ['user', 'job'].map((kind) => ({ type: 'object', properties: { kind: { const: kind } } })),
    });
    expect(findBreaks(documentWith({ note: reply }), documentWith({ note: reply }))).toEqual([]);
    expect(findBreaks(documentWith({ note: reply }), documentWith({ note: changed }))).toEqual([
      'Note.author.kind: an answer may be "job"',
      'Note.counts.closed: removed from an answer',
      'Note.counts.open: an answer may be null',
    ]);
  });

  it('refuses keywords that it does not compare', () => {
    const changed: Schema & { not: Schema } = { ...text, not: text };
    expect(() => breaksOf({ note: withField(note, 'text', changed) })).toThrow('does not know the keyword not');
  });
});
