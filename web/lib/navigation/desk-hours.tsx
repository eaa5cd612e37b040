import { useRouteContext } from '@tanstack/react-router';
import type { DeskHours } from '#shared/rules/business-days.ts';
import { nextDayPromise, officeHours } from '#shared/rules/work/office-hours.ts';

/** The server's SERVICE_DESK_HOURS. */
export function useDeskHours(): DeskHours {
  return useRouteContext({ from: '__root__', select: (context) => context.deskHours });
}

/** `평일 09:00-18:00` */
export function OfficeTimes() {
  return <>{officeHours(useDeskHours())}</>;
}

/** `결제 다음 영업일 18:00까지 연락드립니다.`, or without the verb. */
export function ContactPromise({ isSentence = false }: { isSentence?: boolean }) {
  return <>{`${nextDayPromise(useDeskHours())}${isSentence ? '드립니다.' : ''}`}</>;
}
