import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import type { SearchAnswer } from '#shared/features/desk/schemas.ts';
import { formatDate } from '#shared/format/dates.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { pagesOf } from '#web/admin-kit/admin-pages.ts';
import { usePermissions } from '#web/features/accounts/admin/use-permissions.ts';
import { searchQuery } from '#web/features/desk/admin/api.ts';
import { AdminStatusBadge, WorkBadge } from '#web/features/orders/admin/order-status.tsx';
import { isComposing } from '#web/lib/browsers/is-composing.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { CONTROL_CLASS } from '#web/ui/field.tsx';

const PAUSE_MS = 250;
/** The server finds so many of each kind; of as many there may be more. */
const FOUND = 5;

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

/** One search for pages, orders, members, conversations and services; the lists have the rest of many. */
export function SearchDialog({ isOpen, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="바로 찾기" size="medium" isSheet initialFocus={field}>
      <Search field={field} onClose={onClose} />
    </Dialog>
  );
}

/** The pages whose name holds the typed text, also without its spaces. */
function useFoundPages(typed: string) {
  const router = useRouter();
  const permissions = usePermissions();
  const plain = (text: string) => text.replaceAll(' ', '');
  const sought = plain(typed);
  if (sought === '') return [];
  const nameOf = ({ to, title }: { to: string; title: string }) => (to === '/admin' ? `${title} (오늘)` : title);
  return pagesOf(router, permissions)
    .map((page) => ({ to: page.to, name: nameOf(page) }))
    .filter(({ name }) => plain(name).includes(sought));
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

function Search({ field, onClose }: Pick<Props, 'onClose'> & { field: RefObject<HTMLInputElement | null> }) {
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
  const pages = useFoundPages(typed);
  const lists = [found.orders, found.users, conversations, services];
  const count = lists.reduce((sum, { length }) => sum + length, pages.length);
  const isCut = lists.some(({ length }) => length >= FOUND);
  const results = useRef<HTMLDivElement>(null);
  const isLoading = isFetching || typed.trim() !== q;
  const [isEntered, setEntered] = useState(false);
  // While the search is loading, the first result belongs to an earlier text. Pages are found without a request.
  const canEnter = !isLoading || pages.length > 0;
  useEffect(() => {
    if (!isEntered || !canEnter) return;
    setEntered(false);
    results.current?.querySelector('a')?.click();
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
        주문, 회원, 상담, 서비스, 화면
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
      <Group title="화면" hasRows={pages.length > 0}>
        {pages.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} onClick={onClose} className={RESULT}>
              <span className="font-semibold">{name}</span>
            </Link>
          </li>
        ))}
      </Group>
      <Group title="주문" hasRows={found.orders.length > 0}>
        {found.orders.map(({ id: orderId, order_number, user_name, soldier_name, service_title, ...order }) => (
          <li key={orderId}>
            <Link
              to="/admin/orders/$orderId"
              params={{ orderId: String(orderId) }}
              onClick={onClose}
              className={RESULT}
            >
              <span className="grid min-w-0 grow py-1">
                <span className="truncate">
                  <strong className="font-semibold tabular-nums">{order_number}</strong>{' '}
                  {[user_name, soldier_name].filter(Boolean).join(', ')}
                </span>
                <span className="truncate text-caption text-ink-700 tabular-nums">
                  {[formatPhone(order.user_phone), service_title, formatDate(order.created_at)].join(' · ')}
                </span>
              </span>
              {order.status === 'confirmed' ? (
                <WorkBadge state={order.work.state} />
              ) : (
                <AdminStatusBadge status={order.status} />
              )}
            </Link>
          </li>
        ))}
        {found.orders.length >= FOUND && (
          <li>
            <Link to="/admin/orders" search={{ q }} onClick={onClose} className={ALL}>
              주문 모두 보기
            </Link>
          </li>
        )}
      </Group>
      <Group title="회원" hasRows={found.users.length > 0}>
        {found.users.map(({ id: userId, user_id, fullname, phone }) => (
          <li key={userId}>
            <Link to="/admin/users/$userId" params={{ userId: String(userId) }} onClick={onClose} className={RESULT}>
              <span className="font-semibold">{fullname || user_id}</span>
              <span className="min-w-0 truncate text-ink-700">{user_id}</span>
              {phone && <span className="ml-auto shrink-0 text-ink-700 tabular-nums">{formatPhone(phone)}</span>}
            </Link>
          </li>
        ))}
        {found.users.length >= FOUND && (
          <li>
            <Link to="/admin/users" search={{ q }} onClick={onClose} className={ALL}>
              회원 모두 보기
            </Link>
          </li>
        )}
      </Group>
      <Group title="상담" hasRows={conversations.length > 0}>
        {conversations.map(({ id: conversationId, subject, customer }) => (
          <li key={conversationId}>
            <Link to="/admin/chat" search={{ id: conversationId }} onClick={onClose} className={RESULT}>
              <span className="min-w-0 truncate font-semibold">{subject}</span>
              <span className="shrink-0 text-ink-700">{customer}</span>
            </Link>
          </li>
        ))}
        {conversations.length >= FOUND && (
          <li>
            <Link to="/admin/chat" search={{ q }} onClick={onClose} className={ALL}>
              상담 모두 보기
            </Link>
          </li>
        )}
      </Group>
      <Group title="서비스" hasRows={services.length > 0}>
        {services.map(({ id: serviceId, title }) => (
          <li key={serviceId}>
            <Link
              to="/admin/services/$serviceId"
              params={{ serviceId: String(serviceId) }}
              onClick={onClose}
              className={RESULT}
            >
              <span className="font-semibold">{title}</span>
            </Link>
          </li>
        ))}
      </Group>
    </div>
  );
}

const RESULT =
  'flex min-h-11 items-center gap-3 rounded px-2 text-small text-ink-900 hover:bg-olive-100 focus-visible:bg-olive-100 md:min-h-9';

const ALL = `${RESULT} font-semibold text-olive-700`;

function resultText(q: string, isLoading: boolean, { count, isCut }: { count: number; isCut: boolean }): string {
  if (q === '') return '찾을 내용을 입력해주세요.';
  if (isLoading) return '찾고 있습니다.';
  if (count === 0) return '찾은 내용이 없습니다.';
  return isCut ? `종류마다 처음 ${FOUND}건까지 보입니다. 나머지는 목록에 있습니다.` : `${count}건을 찾았습니다.`;
}

function Group({ title, hasRows, children }: { title: string; hasRows: boolean; children: ReactNode }) {
  if (!hasRows) return null;
  return (
    <section aria-label={title}>
      <h3 className="px-2 font-semibold text-caption text-ink-500">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

/** The arrow keys move between the field and the results. */
function handleArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const current = stops.findIndex((stop) => stop.matches(':focus'));
  event.preventDefault();
  stops[Math.min(Math.max(current + step, 0), stops.length - 1)]?.focus();
}
