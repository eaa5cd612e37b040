import { describe, expect, it } from 'vitest';
import { QUESTION_SETS } from '#content/questions/question-sets.ts';
import { type QuestionSet, questionsOf } from './question-set.ts';
import { findSet, newestSets, setsOfService } from './set-versions.ts';

const OLD: QuestionSet = { set: 'a', title: '', version: 1, serviceIds: [5, 6], groups: [] };
const NEW: QuestionSet = { ...OLD, version: 2, serviceIds: [5] };

describe('versions of a set', () => {
  it('offer the newest and keep the old ones', () => {
    expect(newestSets([OLD, NEW])).toEqual([NEW]);
    expect(findSet([OLD, NEW], 'a')).toBe(NEW);
    expect(findSet([OLD, NEW], 'a', 1)).toBe(OLD);
    expect(findSet([OLD, NEW], 'b')).toBeUndefined();
    expect(setsOfService([OLD, NEW], 5)).toEqual([NEW]);
    expect(setsOfService([OLD, NEW], 6)).toEqual([]);
  });
});

describe.each(QUESTION_SETS.map((set) => [set.set, set] as const))('the set %s', (_name, set) => {
  const questions = questionsOf(set);
  const ids = questions.map(({ id }) => id);

  it('names each question once, and only earlier ones as conditions', () => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const [index, { when }] of questions.entries()) if (when) expect(ids.slice(0, index)).toContain(when.id);
  });

  it('is visibly a sample, and asks the client alone for what is sensitive', () => {
    expect(set.title).toContain('예시');
    for (const { sensitive, audience } of questions) if (sensitive) expect(audience).toBe('client');
  });

  it('has options exactly where one chooses, and conditions that can come true', () => {
    for (const { kind, options } of questions) expect(options !== undefined).toBe(kind.startsWith('choice'));
    for (const { when } of questions) {
      const asked = questions.find(({ id }) => id === when?.id);
      const values = asked?.options?.map(({ id }) => id) ?? [true, false];
      for (const value of when?.is ?? []) expect(values).toContain(value);
    }
  });

  it('begins deadlines only with days', () => {
    for (const { deadline, kind } of questions) if (deadline) expect(kind).toBe('date');
  });
});
