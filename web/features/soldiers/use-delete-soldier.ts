import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import { confirm } from '#web/ui/ask.ts';
import { deleteSoldier, soldiersQuery } from './api.ts';

/**
 * Confirms by name and deletes. Resolves to whether the soldier was deleted; rejects if the server
 * refused.
 */
export function useDeleteSoldier() {
  const queryClient = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const askAndDelete = async ({ id, fullname }: Pick<Soldier, 'id' | 'fullname'>): Promise<boolean> => {
    const isAgreed = await confirm({
      title: '군인 정보 삭제',
      message: `${fullname} 님의 정보를 삭제하시겠습니까? 이미 신청하신 내용은 그대로 남습니다.`,
      confirmLabel: '삭제',
      isDangerous: true,
    });
    if (!isAgreed) return false;
    setDeleting(true);
    try {
      await deleteSoldier(id);
      await queryClient.invalidateQueries({ queryKey: soldiersQuery.queryKey, exact: true });
      return true;
    } finally {
      setDeleting(false);
    }
  };
  return { isDeleting, askAndDelete };
}
