import { Dialog } from '#web/ui/dialog.tsx';

type Keys = readonly (readonly [key: string, act: string])[];

const GROUPS: readonly { title: string; keys: Keys }[] = [
  {
    title: '어디서나',
    keys: [
      ['Ctrl K', '바로 찾기'],
      ['Ctrl S', '편집하던 내용 저장'],
      ['?', '단축키 보기'],
    ],
  },
  {
    title: '목록',
    keys: [
      ['j', '다음 줄'],
      ['k', '이전 줄'],
      ['Enter', '열기'],
      ['/', '검색란으로 이동'],
    ],
  },
  {
    title: '오늘',
    keys: [
      ['e', '끝내기: 단계 완료, 통화 기록, 상담 종료'],
      ['h', '다음 근무일로 미루기'],
    ],
  },
  {
    title: '채팅 상담',
    keys: [
      ['r', '고객에게 답변 쓰기'],
      ['Esc', '입력란에서 나가기'],
      ['n', '내부 메모 쓰기'],
      ['a', '내가 맡기'],
      ['h', '보류'],
      ['e', '상담 종료'],
    ],
  },
  {
    title: '통화 기록과 오늘의 통화',
    keys: [
      ['1', '통화함'],
      ['2', '부재중'],
      ['3', '다시 전화'],
      ['4', '잘못된 번호'],
    ],
  },
];

/** A key as it is printed on the keyboard. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="whitespace-nowrap rounded border border-line bg-paper px-1.5 font-semibold text-caption text-ink-900">
      {children}
    </kbd>
  );
}

type Props = { isOpen: boolean; onClose: () => void };

/** The keys of the administration. */
export function KeysDialog({ isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="단축키" size="large">
      <p className="text-ink-700">글을 입력하는 동안에는 한 글자 단축키가 동작하지 않습니다.</p>
      <div className="mt-4 grid gap-x-8 gap-y-5 text-dense sm:grid-cols-2 md:grid-cols-3">
        {GROUPS.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3 className="font-semibold text-ink-900">{title}</h3>
            <dl className="mt-1 grid grid-cols-[68px_minmax(0,1fr)] gap-x-3 gap-y-1">
              {keys.map(([key, act]) => (
                <div key={key} className="contents">
                  <dt>
                    <Key>{key}</Key>
                  </dt>
                  <dd className="text-ink-900">{act}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
