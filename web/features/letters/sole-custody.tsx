import { useState } from 'react';
import type { Letter } from '#shared/features/letters/schemas.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { setCustody } from './api.ts';

type Props = { orderId: number; letter: Pick<Letter, 'waits_for' | 'signatures'>; onChanged: () => Promise<void> };

/** The tick of a guardian without another one: "한 분만 친권자". */
export function SoleCustody({ orderId, letter: { waits_for, signatures }, onChanged }: Props) {
  const { problem, run } = useAction();
  const needed = [...waits_for, ...signatures.map(({ role }) => role)].filter((role) => role === 'guardian').length;
  const [isSole, setSole] = useState(needed === 1);
  const handleChange = async (next: boolean) => {
    setSole(next);
    const isStored = await run(async () => {
      await setCustody(orderId, next);
      await onChanged();
    });
    if (!isStored) setSole(!next);
  };
  return (
    <div>
      <Checkbox
        label="친권자가 저 한 사람뿐입니다. (한 분만 친권자)"
        checked={isSole}
        onChange={({ target }) => void handleChange(target.checked)}
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
    </div>
  );
}
