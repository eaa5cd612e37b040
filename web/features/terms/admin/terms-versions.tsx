import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AdminTerms, TermsVersionLine } from '#shared/features/terms/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { type Column, DataTable } from '#web/admin-kit/data-table.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { termsVersionQuery } from './api.ts';

type Props = { terms: AdminTerms; renderText: (html: string) => ReactNode };

/** All versions of a text, each with a link. */
export function TermsVersions({ terms, renderText }: Props) {
  const [shown, setShown] = useState<number>();
  const columns: readonly [Column<TermsVersionLine>, ...Column<TermsVersionLine>[]] = [
    {
      header: '버전',
      cell: ({ version }) => (version === terms.version ? `버전 ${version} (현재)` : `버전 ${version}`),
    },
    { header: '저장 일시', cell: ({ created_at }) => formatDateTime(created_at) },
    { header: '저장한 관리자', cell: ({ created_by }) => created_by ?? '기본 문안' },
    { header: '변경 사유', cell: ({ note }) => note || '없음' },
    {
      header: '내용',
      cell: ({ version }) => (
        <button
          type="button"
          aria-label={`버전 ${version} 보기`}
          aria-haspopup="dialog"
          onClick={() => setShown(version)}
          className={ADMIN_LINK}
        >
          보기
        </button>
      ),
    },
  ];
  return (
    <>
      <DataTable caption="버전 목록" columns={columns} rows={terms.versions} keyOf={({ version }) => version} />
      <Dialog
        isOpen={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={`${terms.filename} 버전 ${shown ?? ''}`}
        size="large"
      >
        {shown !== undefined && <OneVersion filename={terms.filename} version={shown} renderText={renderText} />}
      </Dialog>
    </>
  );
}

type VersionProps = { filename: string; version: number; renderText: Props['renderText'] };

function OneVersion({ filename, version, renderText }: VersionProps) {
  const { data, error, refetch } = useQuery(termsVersionQuery(filename, version));
  if (data) return renderText(data.html);
  if (error) return <LoadError subject="약관" error={error} onRetry={() => void refetch()} />;
  return <p role="status">약관을 불러오고 있습니다.</p>;
}
