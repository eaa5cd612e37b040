import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { fileHashQuery } from '#web/features/letters/api.ts';
import { FileCheck } from '#web/features/letters/file-check.tsx';
import { isNotFound } from '#web/lib/not-found/is-not-found.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { OwnNotFoundPage } from '../../not-found.tsx';
import { LetterFrame } from './letter-frame.tsx';

const route = getRouteApi('/queries/orders/$orderId/letter/check');

/** Compares a file with the finished letter, in the browser: nothing is uploaded. */
export function LetterCheckPage() {
  const { orderId } = route.useParams();
  const id = /^[1-9]\d{0,9}$/.test(orderId) ? Number(orderId) : 0;
  const query = useQuery({ ...fileHashQuery(id), enabled: id > 0 });
  const problem = useKnownProblem(query);
  if (id === 0 || isNotFound(problem)) return <OwnNotFoundPage subject="수임계약" />;
  return (
    <LetterFrame orderId={id} title="문서 확인" isWithin>
      <p className="mt-3 mb-6">
        가지고 있는 PDF를 고르면 보관된 원본과 한 글자도 다르지 않은지 확인합니다. 파일의 확인값(SHA-256)을 비교합니다.
      </p>
      {query.data !== undefined && <FileCheck sha256={query.data} />}
      {query.data === undefined &&
        (problem ? (
          <LoadError subject="확인값" error={problem} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="h-48 w-full" />
        ))}
    </LetterFrame>
  );
}
