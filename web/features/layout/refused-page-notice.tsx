import { useLocation } from '@tanstack/react-router';
import { Notice } from '#web/ui/notice.tsx';

/** Says which admin page the account may not open, where the browser was led to another one instead. */
export function RefusedPageNotice() {
  const title = useLocation({ select: ({ state }) => state.refusedPage });
  if (title === undefined) return null;
  return (
    <Notice kind="info">
      {`‘${title}’ 화면을 볼 권한이 없습니다. 필요하시면 소유자 권한이 있는 관리자에게 요청해주세요.`}
    </Notice>
  );
}
