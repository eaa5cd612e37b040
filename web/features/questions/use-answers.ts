import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { answerValue, type CaseQuestionSet } from '#shared/features/questions/schemas.ts';
import { isOpen, readAnswer } from '#shared/rules/questions/answer-rules.ts';
import type { AnswerValue, AnswerValues } from '#shared/rules/questions/question-set.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { keepEntries, readKeptEntries } from '#web/lib/storage/kept-entries.ts';
import { type AnswerStore, createAnswerStore, type Edit, type StoredAnswer } from './answer-store.ts';
import { questionsQuery, saveAnswer } from './api.ts';
import { ruleQuestion } from './shown-set.ts';

const storedAnswer = z.object({ value: answerValue, revision: z.int() });
const keptAnswers = z.record(z.string(), storedAnswer);

export type Answers = {
  values: AnswerValues;
  editOf: (id: string) => Edit | undefined;
  /** The revision that the page shows: a field that cannot be controlled begins again with another one. */
  shownRevision: (id: string) => number;
  type: (id: string, value: AnswerValue) => void;
} & Pick<AnswerStore, 'save' | 'flush' | 'choose'>;

type Settings = {
  orderId: number;
  accountId: number;
  set: CaseQuestionSet;
  /** Answers that the page knows: shown where none is stored, and saved with the first flush. */
  presets: Readonly<Record<string, AnswerValue>>;
};

/**
 * The answers of a set as they are typed. What is not saved is kept in this tab until it is; a
 * logout deletes it.
 */
export function useAnswers({ orderId, accountId, set, presets }: Settings): Answers {
  const queryClient = useQueryClient();
  const [store] = useState(() => {
    const { queryKey } = questionsQuery(orderId);
    const questions = set.groups.flatMap((group) => group.questions);
    const steers = (id: string) => questions.some(({ when }) => when?.id === id);
    const show = (id: string, { value, revision }: StoredAnswer) =>
      queryClient.setQueryData(queryKey, (sets) =>
        sets?.map((one) => {
          if (one.set !== set.set) return one;
          const by = one.answers[id]?.by ?? 'client';
          const answer = { value: toWire(value), revision, by, at: serverNow().toISOString() };
          return { ...one, answers: { ...one.answers, [id]: answer } };
        }),
      );
    return createAnswerStore({
      check(id, value) {
        const question = questions.find((one) => one.id === id);
        const read = question && readAnswer(ruleQuestion(question), value);
        return read && 'problem' in read ? read.problem : undefined;
      },
      put: (id, { value, revision }) => saveAnswer({ id: orderId, set: set.set, question: id }, value, revision),
      storedIn: ({ code, extra }) => (code === 'ANSWER_CHANGED' ? storedAnswer.safeParse(extra).data : undefined),
      onSaved(id, answer) {
        show(id, answer);
        // Answers to questions that are shown now may be stored already.
        if (steers(id)) void queryClient.invalidateQueries({ queryKey });
      },
      keep: (unsaved) => keepEntries(nameOf(orderId, accountId, set), unsaved),
    });
  });
  const edits = useSyncExternalStore(store.subscribe, store.get);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set, which the page gives a key
  useEffect(() => {
    store.restore(readKeptEntries(nameOf(orderId, accountId, set), keptAnswers) ?? {});
    const flush = () => void store.flush();
    const events = [
      [window, 'online'],
      [window, 'pagehide'],
      [document, 'visibilitychange'],
    ] as const;
    for (const [target, name] of events) target.addEventListener(name, flush);
    return () => {
      for (const [target, name] of events) target.removeEventListener(name, flush);
      flush();
      store.close();
    };
  }, [store]);

  const open = set.groups
    .flatMap(({ questions }) => questions)
    .filter(({ asked_again }) => isOpen(set.state, asked_again !== null));
  const known: Settings['presets'] = Object.fromEntries(
    open.flatMap(({ id }) => (presets[id] === undefined ? [] : [[id, presets[id]]])),
  );
  const shownOf = (id: string): StoredAnswer => {
    const [edit, stored] = [edits.get(id), set.answers[id]];
    const isNewer = stored !== undefined && edit?.status === 'saved' && stored.revision > edit.revision;
    return (isNewer ? stored : (edit ?? stored)) ?? { value: known[id] ?? null, revision: 0 };
  };
  const ids = [...Object.keys(known), ...Object.keys(set.answers), ...edits.keys()];
  return {
    values: Object.fromEntries(ids.map((id) => [id, shownOf(id).value])),
    editOf: (id) => edits.get(id),
    shownRevision: (id) => set.answers[id]?.revision ?? 0,
    type: (id, value) => store.type(id, value, shownOf(id).revision),
    save: store.save,
    flush() {
      for (const [id, value] of Object.entries(known)) {
        if (!set.answers[id] && !edits.has(id)) store.type(id, value, 0);
      }
      return store.flush();
    },
    choose: store.choose,
  };
}

const nameOf = (orderId: number, accountId: number, { set }: CaseQuestionSet) =>
  `answers-${accountId}-${orderId}-${set}`;

const toWire = (value: AnswerValue) => (value !== null && typeof value === 'object' ? [...value] : value);
