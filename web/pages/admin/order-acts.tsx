import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { ActionMenu } from '#web/features/admin-kit/action-menu.tsx';
import { useShowOrder } from '#web/features/orders/admin/use-show-order.ts';
import { checkOrder } from '#web/features/payments/admin/api.ts';
import { useAction } from '#web/lib/use-action.ts';
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
