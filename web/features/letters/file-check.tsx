import { useRef, useState } from 'react';
import { useAction } from '#web/lib/use-action.ts';
import { DetailRow, Details } from '#web/ui/details.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { sha256OfFile } from './file-hash.ts';

type Checked = { name: string; sha256: string };

/** Compares a file with the kept one by their hashes, in the browser. */
export function FileCheck({ sha256 }: { sha256: string }) {
  const [checked, setChecked] = useState<Checked>();
  const { isBusy, problem, run } = useAction({ toMessage: () => '파일을 읽지 못했습니다. 다시 선택해주세요.' });
  // A file that was chosen later may be read before an earlier, larger one.
  const newest = useRef<File>(undefined);
  const handleFile = (file: File | undefined) => {
    newest.current = file;
    setChecked(undefined);
    if (!file) return;
    void run(async () => {
      const found = { name: file.name, sha256: await sha256OfFile(file) };
      if (newest.current === file) setChecked(found);
    });
  };
  const isSame = checked?.sha256 === sha256;
  return (
    <div className="grid gap-5">
      <Field label="확인할 파일" hint="파일은 이 기기 안에서만 읽습니다. 어디로도 보내지 않습니다.">
        {(control) => (
          <input
            {...control}
            type="file"
            accept="application/pdf,.pdf"
            onChange={({ target }) => handleFile(target.files?.[0])}
            className="w-full rounded border border-ink-500 bg-surface p-3 text-small file:mr-4 file:min-h-11 file:rounded file:border-0 file:bg-olive-100 file:px-4 file:font-semibold file:text-olive-700"
          />
        )}
      </Field>
      {isBusy && <p role="status">파일을 읽고 있습니다.</p>}
      {problem && <Notice kind="danger">{problem}</Notice>}
      {checked &&
        (isSame ? (
          <Notice kind="success">{`‘${checked.name}’은 보관된 원본과 같습니다.`}</Notice>
        ) : (
          <Notice kind="danger">
            {`‘${checked.name}’은 보관된 원본과 다릅니다. 한 글자라도 바뀌었거나 다른 프로그램으로 다시 저장한 파일입니다.`}
          </Notice>
        ))}
      <Details>
        <DetailRow label="원본 확인값">
          <Hash text={sha256} />
        </DetailRow>
        {checked && (
          <DetailRow label="이 파일">
            <Hash text={checked.sha256} />
          </DetailRow>
        )}
      </Details>
    </div>
  );
}

function Hash({ text }: { text: string }) {
  return <code className="break-all font-mono">{text}</code>;
}
