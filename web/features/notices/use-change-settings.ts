import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NoticeSettingsAnswer } from '#shared/features/notices/schemas.ts';
import { forEveryKind } from '#shared/rules/notices/notices.ts';
import { useAction } from '#web/lib/use-action.ts';
import { changeNoticeSettings, noticeSettingsQuery } from './api.ts';
import type { KindChanges } from './notice-groups.ts';

export type Consent = 'marketing_email' | 'marketing_sms';

type Merge = (current: NoticeSettingsAnswer, answer?: NoticeSettingsAnswer) => NoticeSettingsAnswer;

/**
 * Saves each setting as soon as it is switched. A failed one goes back to what the server has.
 * `shown` has the switch with the click itself: the query cache tells its readers only a task
 * later.
 */
export function useChangeSettings(settings: NoticeSettingsAnswer | undefined) {
  const queryClient = useQueryClient();
  const [savedCount, setSavedCount] = useState(0);
  const { run, problem } = useAction();
  const { queryKey } = noticeSettingsQuery;
  const [unsaved, setUnsaved] = useState<readonly Merge[]>([]);
  const shown = settings && unsaved.reduce((current, merge) => merge(current), settings);

  const save = async (body: Parameters<typeof changeNoticeSettings>[0], merge: Merge) => {
    setUnsaved((merges) => [...merges, merge]);
    await run(async () => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (current) => current && merge(current));
      try {
        const answer = await changeNoticeSettings(body);
        // Only what was switched is kept: answers to quick clicks may arrive in any order.
        queryClient.setQueryData(queryKey, (current) => current && merge(current, answer));
      } catch (error) {
        await queryClient.invalidateQueries({ queryKey });
        throw error;
      }
      setSavedCount((count) => count + 1);
    });
    setUnsaved((merges) => merges.filter((each) => each !== merge));
  };

  const setKinds = (kinds: KindChanges) =>
    save({ kinds }, (current) => ({
      ...current,
      kinds: forEveryKind((kind) => ({ ...current.kinds[kind], ...kinds[kind] })),
    }));

  const setConsent = (consent: Consent, isOn: boolean) =>
    save({ [consent]: { is_on: isOn } }, (current, answer) => ({
      ...current,
      [consent]: answer?.[consent] ?? { ...current[consent], is_on: isOn },
    }));

  return { shown, setKinds, setConsent, problem, savedCount };
}
