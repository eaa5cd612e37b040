import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import type { MyAccount } from '#shared/features/accounts/schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { Room } from '#shared/rules/case-access/areas.ts';
import { BeginConversation } from '#web/features/consultations/admin/begin-conversation.tsx';
import { ROOM_LABELS } from '#web/features/consultations/rooms.ts';
import { adminOrderQuery } from '#web/features/orders/admin/api.ts';
import { EntryLog } from './entry-log.tsx';
import { RoomStream } from './room-stream.tsx';
import { StreamActs } from './stream-acts.tsx';
import { STREAM_FILTERS, type StreamFilter, showsEntry, streamEntries } from './stream-entries.ts';
import { useOtherRooms } from './use-other-rooms.ts';

type Props = { order: AdminOrder; account: MyAccount };

const CHIP =
  'inline-flex min-h-11 shrink-0 items-center rounded px-2 font-semibold text-ink-700 hover:bg-olive-100 aria-pressed:bg-ink-900 aria-pressed:text-paper md:min-h-8';

/** All that happened in a case in one stream, with a composer below for what comes next. */
export function CaseStream({ order, account }: Props) {
  const queryClient = useQueryClient();
  const mayTalk = mayDo(account.permissions, 'consultations');
  const maySeeMoney = mayDo(account.permissions, 'money');
  const [filter, setFilter] = useState<StreamFilter>('all');
  const [chosen, setChosen] = useState<Room>();
  const rooms = mayTalk ? order.rooms : [];
  const shown = rooms.find(({ room }) => room === chosen) ?? rooms.find((room) => room.is_read_by_customer) ?? rooms[0];
  const others = useOtherRooms(rooms.filter((room) => room !== shown));
  const entries = [...streamEntries(order, maySeeMoney), ...others].filter((entry) => showsEntry(filter, entry));
  const mayWork = mayDo(account.permissions, 'orders');
  const head = (
    <>
      {rooms.length > 1 && (
        <div className="-mx-2 mb-1 border-line border-b px-2 py-1 md:-mx-4 md:px-4">
          <Choice
            label="대화방"
            isLabelShown
            options={rooms.map(({ room }) => [room, ROOM_LABELS[room]])}
            value={shown?.room}
            onChoose={setChosen}
          />
        </div>
      )}
      <Choice label="거르기" options={filtersFor(mayTalk, maySeeMoney)} value={filter} onChoose={setFilter} />
    </>
  );
  const id = shown?.conversation_id ?? null;
  if (id !== null) {
    return (
      <Frame head={head} isHigh>
        <RoomStream
          key={id}
          id={id}
          account={account}
          orderId={order.id}
          {...{ entries, filter }}
          acts={mayWork && <StreamActs order={order} />}
        />
      </Frame>
    );
  }
  return (
    <>
      <Frame head={head}>
        <EntryLog orderId={order.id} entries={entries} />
        {mayWork && (
          <div className="border-line border-t bg-surface px-4 py-1.5 md:px-6">
            <StreamActs order={order} isAlone />
          </div>
        )}
      </Frame>
      {shown && (
        <div className="mt-3">
          <BeginConversation
            recipient={{ order_id: order.id, room: shown.room }}
            accountId={account.id}
            hint="아직 상담이 없습니다."
            onBegun={() => queryClient.invalidateQueries({ queryKey: adminOrderQuery(String(order.id)).queryKey })}
          />
        </div>
      )}
    </>
  );
}

function filtersFor(mayTalk: boolean, maySeeMoney: boolean): [StreamFilter, string][] {
  const { all, talk, note, call, file, step, money } = STREAM_FILTERS;
  return [
    ['all', all],
    ...(mayTalk ? ([['talk', talk]] as [StreamFilter, string][]) : []),
    ['note', note],
    ['call', call],
    ['file', file],
    ['step', step],
    ...(maySeeMoney ? ([['money', money]] as [StreamFilter, string][]) : []),
  ];
}

function Frame({ head, isHigh = false, children }: { head: ReactNode; isHigh?: boolean; children: ReactNode }) {
  return (
    <div
      className={`flex max-h-[min(680px,80svh)] flex-col overflow-hidden rounded border border-line bg-paper ${isHigh ? 'h-[680px] min-h-[400px]' : ''}`}
    >
      <div className="shrink-0 border-line border-b bg-surface px-2 md:px-4 md:py-1">{head}</div>
      {children}
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  isLabelShown?: boolean;
  options: readonly (readonly [Value, string])[];
  value: Value | undefined;
  onChoose: (value: Value) => void;
};

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, isLabelShown = false, options, value, onChoose } = props;
  return (
    <fieldset className="flex flex-wrap items-center gap-x-0.5">
      <legend className="sr-only">{label}</legend>
      {isLabelShown && (
        <span aria-hidden="true" className="mr-2 ml-2 text-ink-500">
          {label}
        </span>
      )}
      {options.map(([option, text]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChoose(option)}
          className={CHIP}
        >
          {text}
          <span className="sr-only"> 보기</span>
        </button>
      ))}
    </fieldset>
  );
}
