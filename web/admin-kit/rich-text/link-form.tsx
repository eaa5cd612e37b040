import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { isComposing } from '#web/lib/browsers/is-composing.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { isSafeAddress } from './preview-html.ts';

/** `example.com` means `https://example.com`. */
function completeAddress(text: string): string {
  const address = text.trim();
  return /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(address) ? `https://${address}` : address;
}

/**
 * The address of the link at the cursor, or of a new one. Not a form element: the editor is part of
 * another form.
 */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { href, target } = editor.getAttributes('link');
  const isLink = editor.isActive('link');
  const [address, setAddress] = useState(typeof href === 'string' ? href : '');
  const [opensWindow, setOpensWindow] = useState(target === '_blank');
  const [problem, setProblem] = useState<string>();
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run();
    close();
  };
  const apply = () => {
    const complete = completeAddress(address);
    if (complete === '' || !isSafeAddress(complete)) {
      setProblem('http(s) 주소, 메일 주소(mailto:), 전화번호(tel:)나 이 사이트의 경로를 입력해주세요.');
      return;
    }
    const link = { href: complete, ...(opensWindow && { target: '_blank' }) };
    const chain = editor.chain().extendMarkRange('link');
    // Without selected text the address is the text.
    if (editor.state.selection.empty && !isLink) {
      chain.insertContent({ type: 'text', text: complete, marks: [{ type: 'link', attrs: link }] }).run();
    } else chain.setLink({ ...link, target: opensWindow ? '_blank' : null }).run();
    close();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    // Enter would submit the form around the editor.
    event.preventDefault();
    apply();
  };
  return (
    <fieldset onKeyDown={handleKey} className="grid gap-2 border-line border-b bg-paper p-3">
      <legend className="sr-only">링크</legend>
      <TextField
        label="링크 주소"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        error={problem}
        autoComplete="off"
        autoFocus
      />
      <Checkbox
        label="새 창에서 엽니다."
        checked={opensWindow}
        onChange={(event) => setOpensWindow(event.target.checked)}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={apply}>링크 적용</Button>
        {isLink && (
          <Button kind="secondary" onClick={remove}>
            링크 지우기
          </Button>
        )}
        <Button kind="secondary" onClick={close}>
          취소
        </Button>
      </div>
    </fieldset>
  );
}
