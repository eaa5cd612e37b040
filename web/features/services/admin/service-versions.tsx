import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminService, ServiceVersion } from '#shared/features/services/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { offerUndo } from '#web/admin-kit/undo/undo.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { refreshServices, restoreServiceVersion, serviceVersionsQuery } from './api.ts';
import { VersionDifferences } from './version-differences.tsx';

const LABELS: Record<ServiceVersion['changed'][number], string> = {
  title: '제목',
  tagline: '한 줄 소개',
  category: '카테고리',
  position: '순서',
  card_description: '카드 설명',
  price: '가격과 상품 옵션',
  description: '설명과 섹션',
  requiresAuth: '로그인 필요',
  requiresSoldier: '군인 정보 필요',
  keywords: '검색어',
  is_hidden: '숨김',
  scheduled_price: '기간 가격',
};

/** Versions that are shown before all are asked for. */
const FEW = 5;

type Props = { serviceId: number; onRestored: (service: AdminService) => void };

/** The saves of a service, newest first: who changed what, and the way back to each. */
export function ServiceVersions({ serviceId, onRestored }: Props) {
  const { data, error, refetch } = useQuery(serviceVersionsQuery(serviceId));
  const [isAll, setAll] = useState(false);
  const [compared, setCompared] = useState<number>();
  const { isBusy, problem, restore } = useRestore(serviceId, onRestored);
  return (
    <AdminSection title="버전">
      <Panel>
        <Loaded
          data={data}
          error={error}
          onRetry={() => void refetch()}
          subject="버전"
          loading={<Skeleton className="h-40 w-full" />}
        >
          {(versions) => (
            <div className="grid gap-3">
              <p className="text-ink-700">
                되돌리면 그때의 내용이 새 버전으로 저장되어 상점에 바로 보입니다. 저장하지 않은 입력은 사라집니다.
              </p>
              {problem && <Notice kind="danger">{problem}</Notice>}
              <ol aria-label="버전" className="grid">
                {versions.slice(0, isAll ? undefined : FEW).map((version, index) => (
                  <li
                    key={version.version}
                    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t py-2"
                  >
                    <VersionFacts version={version} isFirst={index === versions.length - 1} />
                    {index === 0 ? (
                      <strong className="text-success">지금 내용</strong>
                    ) : (
                      <div className="flex flex-wrap gap-2">
                        <Button
                          kind="secondary"
                          aria-label={`버전 ${version.version} 비교`}
                          aria-expanded={compared === version.version}
                          onClick={() => setCompared(compared === version.version ? undefined : version.version)}
                        >
                          비교
                        </Button>
                        <Button
                          kind="secondary"
                          isBusy={isBusy}
                          aria-label={`버전 ${version.version}(으)로 되돌리기`}
                          onClick={() => void restore(version.version, versions)}
                        >
                          되돌리기
                        </Button>
                      </div>
                    )}
                    {compared === version.version && versions[0] && (
                      <VersionDifferences
                        serviceId={serviceId}
                        version={version.version}
                        newest={versions[0].version}
                      />
                    )}
                  </li>
                ))}
              </ol>
              {!isAll && versions.length > FEW && (
                <Button kind="secondary" className="justify-self-start" onClick={() => setAll(true)}>
                  {`이전 버전 ${versions.length - FEW}개 더 보기`}
                </Button>
              )}
            </div>
          )}
        </Loaded>
      </Panel>
    </AdminSection>
  );
}

function VersionFacts({
  version: { version, at, by, changed },
  isFirst,
}: {
  version: ServiceVersion;
  isFirst: boolean;
}) {
  const fields = changed.map((field) => LABELS[field]).join(', ');
  return (
    <div className="min-w-0">
      <p className="text-ink-900 tabular-nums">
        <strong className="font-semibold">{`버전 ${version}`}</strong> {formatDateTime(at)} {by}
      </p>
      <p className="break-words text-ink-700">
        {fields ? `바뀐 항목: ${fields}` : isFirst ? '처음 저장한 내용' : '바뀐 항목 없음'}
      </p>
    </div>
  );
}

function useRestore(serviceId: number, onRestored: Props['onRestored']) {
  const queryClient = useQueryClient();
  const { isBusy, problem, run } = useAction();
  const put = async (version: number, seen: number): Promise<AdminService> => {
    try {
      const service = await restoreServiceVersion(serviceId, version, seen);
      onRestored(service);
      return service;
    } finally {
      // After a conflict the newest version is one that this page has not shown.
      await refreshServices(queryClient);
    }
  };
  const restore = (version: number, [newest]: readonly ServiceVersion[]) =>
    run(async () => {
      if (!newest) return;
      const restored = await put(version, newest.version);
      offerUndo({
        text: `버전 ${version}의 내용으로 저장했습니다.`,
        undo: () => put(newest.version, restored.version),
      });
    });
  return { isBusy, problem, restore };
}
