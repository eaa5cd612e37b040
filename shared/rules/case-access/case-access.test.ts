import { describe, expect, it } from 'vitest';
import { AREAS, type CaseRole, ROOMS } from './areas.ts';
import {
  actsForClient,
  type CaseFacts,
  consentsOf,
  mayRead,
  mayReadBuyersWords,
  mayReadConversation,
  mayReadMoney,
  mayReadRoom,
  mayTakePart,
  ownRoomOf,
} from './case-access.ts';

const facts = (role: CaseRole, changes: Partial<CaseFacts> = {}): CaseFacts => ({
  role,
  hadClient: true,
  shares: [],
  sharesSensitive: false,
  ...changes,
});
const ITEM_AREAS = AREAS.filter((area) => area !== 'conversation');
const readable = (of: CaseFacts) => ITEM_AREAS.filter((area) => mayRead(of, area));
const rooms = (of: CaseFacts) => ROOMS.filter((room) => mayReadRoom(of, room));

describe('mayRead', () => {
  it('lets the payer read all until a client has joined', () => {
    expect(readable(facts('payer', { hadClient: false }))).toEqual(ITEM_AREAS);
  });

  it('hides all from the payer once a client has joined', () => {
    expect(readable(facts('payer'))).toEqual([]);
  });

  it('lets the payer read the shared areas alone', () => {
    expect(readable(facts('payer', { shares: ['progress', 'letter', 'conversation'] }))).toEqual([
      'progress',
      'letter',
    ]);
  });

  it('leaves the payer what the payer wrote or was asked for', () => {
    const payer = facts('payer');
    expect(mayRead(payer, 'papers', { isOwn: true })).toBe(true);
    expect(mayRead(payer, 'papers', { askedOf: 'payer' })).toBe(true);
    expect(mayRead(payer, 'papers', { askedOf: 'client' })).toBe(false);
    expect(mayRead(payer, 'answers', { askedOf: 'both' })).toBe(false);
  });

  it('needs another consent for sensitive answers', () => {
    const shared = facts('payer', { shares: ['answers'] });
    expect(mayRead(shared, 'answers', { isSensitive: true })).toBe(false);
    expect(mayRead({ ...shared, sharesSensitive: true }, 'answers', { isSensitive: true })).toBe(true);
    expect(mayRead(facts('payer', { sharesSensitive: true }), 'answers', { isSensitive: true })).toBe(false);
  });

  it('lets the client read all but what is asked of the payer', () => {
    expect(readable(facts('client'))).toEqual(ITEM_AREAS);
    expect(mayRead(facts('client'), 'papers', { askedOf: 'payer' })).toBe(false);
    expect(mayRead(facts('client'), 'answers', { askedOf: 'both', isSensitive: true })).toBe(true);
  });

  it('lets a payer who is a guardian read the letter of a client under age besides', () => {
    expect(readable(facts('payer', { hadClient: true, isGuardian: true, isClientMinor: true }))).toEqual(['letter']);
    expect(readable(facts('payer', { hadClient: true, isGuardian: true }))).toEqual([]);
    expect(readable(facts('payer', { hadClient: true }))).toEqual([]);
  });

  it('lets a guardian read the letter and papers that are asked of guardians', () => {
    expect(readable(facts('guardian', { shares: AREAS }))).toEqual(['letter']);
    expect(mayRead(facts('guardian'), 'papers', { askedOf: 'guardian' })).toBe(true);
    expect(mayRead(facts('guardian'), 'papers', { askedOf: 'client' })).toBe(false);
  });

  it('lets a buyer who is the soldier read everything', () => {
    expect(readable(facts('both', { hadClient: false }))).toEqual(ITEM_AREAS);
    expect(mayRead(facts('both'), 'answers', { isSensitive: true, askedOf: 'client' })).toBe(true);
  });
});

describe('mayReadRoom', () => {
  it('keeps the rooms of payer and client apart', () => {
    expect(rooms(facts('payer'))).toEqual(['buyer']);
    expect(rooms(facts('client'))).toEqual(['client']);
  });

  it('opens the shared room to both while the client shares conversations', () => {
    expect(rooms(facts('payer', { shares: ['conversation'] }))).toEqual(['buyer', 'shared']);
    expect(rooms(facts('client', { shares: ['conversation'] }))).toEqual(['client', 'shared']);
    expect(rooms(facts('payer', { shares: ['progress'] }))).toEqual(['buyer']);
  });

  it('has one room for a buyer who is the soldier, and none for a guardian', () => {
    expect(rooms(facts('both', { shares: ['conversation'] }))).toEqual(['buyer']);
    expect(rooms(facts('guardian', { shares: ['conversation'] }))).toEqual([]);
    expect(ownRoomOf('guardian')).toBeUndefined();
  });
});

it('lets the payer act for the client until a client has joined', () => {
  const acting = (hadClient: boolean) =>
    (['payer', 'client', 'guardian', 'both'] as const).filter((role) => actsForClient({ role, hadClient }));
  expect(acting(false)).toEqual(['payer', 'client', 'both']);
  expect(acting(true)).toEqual(['client', 'both']);
});

describe('mayReadConversation', () => {
  const [BUYER, CLIENT, FORMER] = [1, 2, 3];
  const shares = ['conversation'] as const;
  const buyer = { ...facts('payer', { shares }), userId: BUYER, clientId: CLIENT };
  const client = { ...facts('client', { shares }), userId: CLIENT, clientId: CLIENT };

  it('opens to each person the own room and the one that the present client shares', () => {
    for (const person of [buyer, client]) {
      expect(mayReadConversation(person, { room: 'shared', ownerId: CLIENT })).toBe(true);
      expect(mayReadConversation(person, { room: 'shared', ownerId: FORMER })).toBe(false);
      expect(mayReadConversation({ ...person, shares: [] }, { room: 'shared', ownerId: CLIENT })).toBe(false);
    }
    expect(mayReadConversation(buyer, { room: 'buyer', ownerId: BUYER })).toBe(true);
    expect(mayReadConversation(client, { room: 'client', ownerId: CLIENT })).toBe(true);
  });

  it('closes the rooms of the others and of a client who has left', () => {
    expect(mayReadConversation(buyer, { room: 'client', ownerId: CLIENT })).toBe(false);
    expect(mayReadConversation(client, { room: 'buyer', ownerId: BUYER })).toBe(false);
    expect(mayReadConversation(client, { room: 'client', ownerId: FORMER })).toBe(false);
  });
});

it('shows money and the words of the buyer to the one who pays', () => {
  for (const rule of [mayReadMoney, mayReadBuyersWords]) {
    const roles = (['payer', 'client', 'guardian', 'both'] as const).filter((role) => rule({ role }));
    expect(roles).toEqual(['payer', 'both']);
  }
});

it('asks the client alone for consents, and a buyer who is the soldier for the sensitive one', () => {
  expect(consentsOf('client')).toEqual(['sensitive', 'share', 'share_sensitive']);
  expect(consentsOf('both')).toEqual(['sensitive']);
  expect([...consentsOf('payer'), ...consentsOf('guardian')]).toEqual([]);
});

it('lets each person join a case once, and a payer as a guardian, too', () => {
  const parts = [undefined, { role: 'payer' }, { role: 'payer', isGuardian: true }, { role: 'client' }] as const;
  expect(parts.map((part) => mayTakePart(part, 'guardian'))).toEqual([true, true, false, false]);
  expect(parts.map((part) => mayTakePart(part, 'client'))).toEqual([true, false, false, false]);
  expect(mayTakePart({ role: 'guardian', isGuardian: true }, 'guardian')).toBe(false);
});
