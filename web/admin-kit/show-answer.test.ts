import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { showAnswer } from './show-answer.ts';

const queryKey = ['order', 7];

it('is not undone by a read that began before the call', async () => {
  const queryClient = new QueryClient();
  const reads: ((steps: string[]) => void)[] = [];
  const observer = new QueryObserver<string[]>(queryClient, {
    queryKey,
    queryFn: () => new Promise((resolve) => reads.push(resolve)),
  });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => reads.length).toBe(1);
  reads[0]?.([]);
  await expect.poll(() => queryClient.getQueryData(queryKey)).toEqual([]);
  void queryClient.refetchQueries({ queryKey });
  await expect.poll(() => reads.length).toBe(2);
  showAnswer<string[]>(queryClient, queryKey, (known) => [...(known ?? []), '항고서 제출']);
  await expect.poll(() => reads.length).toBe(3);
  reads[1]?.([]);
  expect(queryClient.getQueryData(queryKey)).toEqual(['항고서 제출']);
  reads[2]?.(['항고서 제출', '다른 관리자의 단계']);
  await expect.poll(() => queryClient.getQueryData(queryKey)).toHaveLength(2);
  showAnswer<string[]>(queryClient, queryKey, () => ['하나']);
  expect(reads).toHaveLength(3);
  stop();
});
