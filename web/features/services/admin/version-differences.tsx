import { useQuery } from '@tanstack/react-query';
import type { ServiceVersion } from '#shared/features/services/admin-schemas.ts';
import { Loaded } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { serviceVersionQuery } from './api.ts';
import { toValues } from './service-form-values.ts';
import { storedChanges } from './stored-changes.ts';

type Props = { serviceId: number; version: ServiceVersion['version']; newest: ServiceVersion['version'] };

/** Shows in which fields an earlier version differs from the newest, with both texts. */
export function VersionDifferences({ serviceId, version, newest }: Props) {
  const then = useQuery(serviceVersionQuery(serviceId, version));
  const now = useQuery(serviceVersionQuery(serviceId, newest));
  return (
    <Loaded
      data={then.data && now.data && storedChanges(toValues(then.data), toValues(now.data))}
      error={then.error ?? now.error}
      onRetry={() => void Promise.all([then.refetch(), now.refetch()])}
      subject="비교"
      loading={<Skeleton className="h-24 w-full" />}
    >
      {(changes) =>
        changes.length === 0 ? (
          <p className="text-ink-700">지금 내용과 같습니다.</p>
        ) : (
          <dl className="grid w-full gap-3 rounded border border-line p-3">
            {changes.map(({ label, base, stored }) => (
              <div key={label} className="min-w-0">
                <dt className="font-semibold text-ink-900">{label}</dt>
                <dd className="mt-1 grid gap-x-4 gap-y-2 md:grid-cols-2">
                  <Text name={`버전 ${version}`} text={base} />
                  <Text name="지금" text={stored} />
                </dd>
              </div>
            ))}
          </dl>
        )
      }
    </Loaded>
  );
}

function Text({ name, text }: { name: string; text: string }) {
  return (
    <p className="min-w-0 whitespace-pre-wrap break-words text-ink-700">
      <span className="block text-caption text-ink-500">{name}</span>
      {text || '(비어 있음)'}
    </p>
  );
}
