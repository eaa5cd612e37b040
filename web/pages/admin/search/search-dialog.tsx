import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import type { SearchAnswer } from '#shared/features/desk/schemas.ts';
import { type AdminPath, pagesOf } from '#web/admin-kit/admin-pages.ts';
import { Key } from '#web/admin-kit/keys/keys-dialog.tsx';
import { actsOfPage, type PageAct } from '#web/admin-kit/keys/page-acts.ts';
import { usePermissions } from '#web/features/accounts/admin/use-permissions.ts';
import { searchQuery } from '#web/features/desk/admin/api.ts';
import { isComposing } from '#web/lib/browsers/is-composing.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { CONTROL_CLASS } from '#web/ui/field.tsx';
import { FOUND, Group, RESULT, SearchResults } from './search-results.tsx';

const PAUSE_MS = 250;

/** Ctrl+K or ⌘K opens the search, wherever the focus is. */
export function useSearchKey(isEnabled: boolean, open: () => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    if (!isEnabled) return;
    const handleKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.code !== 'KeyK') return;
      // The browser's own search field.
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, [isEnabled]);
}

const NOTHING: SearchAnswer = { orders: [], users: [], services: [], conversations: [] };

type Props = { isOpen: boolean; onClose: () => void };

/** One search for pages, acts, orders, members, conversations and services; the lists have the rest of many. */
export function SearchDialog({ isOpen, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const chosen = useRef<PageAct>(undefined);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="바로 찾기"
      size="medium"
      isSheet
      initialFocus={field}
      // An act writes into the page or opens a dialog of its own.
      onClosed={() => {
        void chosen.current?.act();
        chosen.current = undefined;
      }}
    >
      <Search
        field={field}
        onClose={onClose}
        onAct={(act) => {
          chosen.current = act;
          onClose();
        }}
      />
    </Dialog>
  );
}

/** Returns whether a name holds the typed text, also without its spaces. */
function isNamed(name: string, typed: string): boolean {
  const plain = (text: string) => text.replaceAll(' ', '');
  return plain(name).includes(plain(typed));
}

/** Words for what a page has besides its title. */
const WORDS: { [path in AdminPath]?: string } = {
  '/admin': '오늘',
  '/admin/callbacks': '통화 예약, 공휴일',
  '/admin/money': '하루 내역, 매출',
  '/admin/reports': '월별 금액, 파일, 수임장부',
  '/admin/staff': '직원 초대, 권한',
  '/admin/operations': '백업, 작업',
};

function useFoundPages(typed: string) {
  const router = useRouter();
  const permissions = usePermissions();
  if (typed === '') return [];
  const words = new Map<string, string>(Object.entries(WORDS));
  return pagesOf(router, permissions)
    .map(({ to, title }) => ({ to, name: words.has(to) ? `${title} (${words.get(to)})` : title }))
    .filter(({ name }) => isNamed(name, typed));
}

/** The text once typing has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

type SearchProps = {
  field: RefObject<HTMLInputElement | null>;
  onClose: () => void;
  onAct: (act: PageAct) => void;
};

function Search({ field, onClose, onAct }: SearchProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(usePaused(typed.trim()));
  const { data, error, isFetching } = useQuery({
    ...searchQuery(q),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const found = q !== '' && data ? data : NOTHING;
  // An administrator may see the orders of a service that they may not edit.
  const services = mayDo(usePermissions(), 'catalogue') ? found.services : [];
  const { conversations } = found;
  const pages = useFoundPages(typed.trim());
  const acts = actsOfPage().filter(({ name }) => name !== undefined && isNamed(name, typed));
  const lists = [found.orders, found.users, conversations, services];
  const count = lists.reduce((sum, { length }) => sum + length, pages.length + acts.length);
  const isCut = lists.some(({ length }) => length >= FOUND);
  const results = useRef<HTMLDivElement>(null);
  const isLoading = isFetching || typed.trim() !== q;
  const [isEntered, setEntered] = useState(false);
  // While the search is loading, the first result belongs to an earlier text. Pages and acts need no request.
  const canEnter = typed.trim() !== '' && (!isLoading || pages.length + acts.length > 0);
  useEffect(() => {
    if (!isEntered || !canEnter) return;
    setEntered(false);
    results.current?.querySelector<HTMLElement>('a, button')?.click();
  }, [isEntered, canEnter]);
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault();
      setEntered(true);
    } else handleArrows(event);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the links inside
    <div ref={results} onKeyDown={handleKeyDown} className="grid gap-4">
      <label htmlFor={id} className="font-semibold text-small text-ink-900">
        주문, 회원, 상담, 서비스, 화면, 할 일
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setEntered(false);
        }}
        placeholder="주문 번호, 이름, 군인, 전화번호, 이메일, 상담 제목"
        autoComplete="off"
        className={`${CONTROL_CLASS} -mt-3`}
      />
      <p role="status" className={`text-small text-ink-700 ${count > 0 ? 'max-sm:sr-only' : ''}`}>
        {error ? error.message : resultText(typed.trim(), isLoading, { count, isCut })}
      </p>
      <Group title="이 화면에서 할 일" hasRows={acts.length > 0}>
        {acts.map((act) => (
          <li key={act.name}>
            <button type="button" onClick={() => onAct(act)} className={`${RESULT} w-full text-left`}>
              <span className="font-semibold">{act.name}</span>
              {act.key && <Key>{act.key.replace('Key', '').toLowerCase()}</Key>}
            </button>
          </li>
        ))}
      </Group>
      <Group title="화면" hasRows={pages.length > 0}>
        {pages.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} onClick={onClose} className={RESULT}>
              <span className="font-semibold">{name}</span>
            </Link>
          </li>
        ))}
      </Group>
      <SearchResults found={{ ...found, services }} q={q} onClose={onClose} />
    </div>
  );
}

function resultText(q: string, isLoading: boolean, { count, isCut }: { count: number; isCut: boolean }): string {
  if (q === '') return '찾을 내용을 입력해주세요.';
  if (isLoading) return '찾고 있습니다.';
  if (count === 0) return '찾은 내용이 없습니다.';
  return isCut ? `종류마다 처음 ${FOUND}건까지 보입니다. 나머지는 목록에 있습니다.` : `${count}건을 찾았습니다.`;
}

/** The arrow keys move between the field and the results. */
function handleArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a, button')];
  const current = stops.findIndex((stop) => stop.matches(':focus'));
  event.preventDefault();
  stops[Math.min(Math.max(current + step, 0), stops.length - 1)]?.focus();
}
