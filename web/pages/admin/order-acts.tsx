import { useNavigate } from '@tanstack/react-router';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { useShowOrder } from '#web/features/orders/admin/use-show-order.ts';
import { checkOrder } from '#web/features/payments/admin/api.ts';
import { useAction } from '#web/lib/use-action.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';

/** The rare actions of an order in one menu. */
export function OrderActs({ order }: { order: AdminOrder }) {
  const show = useShowOrder();
  const navigate = useNavigate();
  const { isBusy, problem, run } = useAction();
  const [done, setDone] = useState('');
  const act = async (text: string, action: () => Promise<unknown>) => {
    setDone('');
    if (await run(action)) setDone(text);
  };
  const acts = [
    {
      label: '결제사에 다시 확인',
      onSelect: () => act('결제사에 다시 확인했습니다.', async () => show(await checkOrder(order.id))),
    },
    {
      label: '주문 번호 복사',
      onSelect: () => act('주문 번호를 복사했습니다.', () => navigator.clipboard.writeText(order.order_number)),
    },
    {
      label: '이 회원의 주문 모두 보기',
      onSelect: () => navigate({ to: '/admin/orders', search: { q: order.user.user_id } }),
    },
  ];
  return (
    <>
      <ActionMenu label="더 보기" isBusy={isBusy} acts={acts} />
      {problem && <Notice kind="danger">{problem}</Notice>}
      {done && <Notice kind="success">{done}</Notice>}
    </>
  );
}

type Act = { label: string; onSelect: () => unknown };

type MenuProps = { label: string; acts: readonly Act[]; isBusy?: boolean };

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** A button that opens a menu of rare actions, used by arrow keys, Home, End, Enter and Escape. */
function ActionMenu({ label, acts, isBusy = false }: MenuProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useEffect(() => {
    if (isOpen) list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    const all = items();
    const at = all.findIndex((item) => item.matches(':focus'));
    const by = STEPS[event.key];
    const to = { Home: 0, End: all.length - 1 }[event.key] ?? (by && (at + by + all.length) % all.length);
    if (event.key === 'Escape') close();
    else if (to !== undefined) all[to]?.focus();
    else return;
    event.preventDefault();
  };
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (!frame.current?.contains(relatedTarget)) setOpen(false);
  };
  return (
    <div ref={frame} className="relative">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-busy={isBusy || undefined}
        disabled={isBusy}
        onClick={() => setOpen(!isOpen)}
        onBlur={handleBlur}
        className={buttonClass('secondary')}
      >
        {label}
        <svg viewBox="0 0 10 6" className="ml-2 h-1.5 w-2.5 fill-none stroke-2 stroke-current" aria-hidden="true">
          <path d="M1 1l4 4 4-4" />
        </svg>
      </button>
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={handleKey}
          onBlur={handleBlur}
          className="absolute right-0 z-20 mt-1 w-max max-w-[80vw] rounded border border-line bg-surface py-1 text-ink-900 shadow-float"
        >
          {acts.map(({ label: name, onSelect }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                onSelect();
              }}
              className="flex min-h-11 w-full items-center px-4 text-left hover:bg-olive-100 focus-visible:-outline-offset-2 md:min-h-10"
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
