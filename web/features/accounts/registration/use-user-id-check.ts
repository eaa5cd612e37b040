import { useEffect, useRef, useState } from 'react';
import { userId as userIdSchema } from '#shared/contract/fields.ts';
import { checkUserId } from '../api.ts';
import { userIdCheckFailure } from './user-id-messages.ts';

export type UserIdCheck =
  | { status: 'none' }
  | { status: 'checking' }
  | { status: 'available'; message: string }
  | { status: 'refused'; message: string };

/** How long the id must be unchanged before it is checked by itself. */
const CHECK_DELAY_MS = 500;
const NONE: UserIdCheck = { status: 'none' };

/** The duplicate check of a login id. Editing the id clears the result (spec §4, registration). */
export function useUserIdCheck() {
  const [check, setCheck] = useState<UserIdCheck>(NONE);
  const running = useRef<AbortController>(undefined);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);

  const reset = () => {
    clearTimeout(waiting.current);
    running.current?.abort();
    setCheck(NONE);
  };

  const refuse = (message: string) => setCheck({ status: 'refused', message });

  const start = async (userId: string) => {
    reset();
    const { data, error } = userIdSchema.safeParse(userId);
    if (error) return refuse(error.issues[0]?.message ?? error.message);
    const controller = new AbortController();
    running.current = controller;
    setCheck({ status: 'checking' });
    try {
      const { message } = await checkUserId(data, controller.signal);
      if (!controller.signal.aborted) setCheck({ status: 'available', message });
    } catch (error) {
      if (!controller.signal.aborted) refuse(userIdCheckFailure(error));
    }
  };

  /** Clears the result; checks a well-formed id once typing pauses. */
  const edit = (userId: string) => {
    reset();
    if (!userIdSchema.safeParse(userId).success) return;
    waiting.current = setTimeout(() => void start(userId), CHECK_DELAY_MS);
  };

  return { check, start, edit, refuse };
}
