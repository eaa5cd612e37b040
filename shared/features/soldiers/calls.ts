import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type { OwnListQuery } from '#shared/contract/own-lists.ts';
import type { Soldier, SoldierBody } from './schemas.ts';

export const listMine = call<{ query: OwnListQuery; answer: Soldier[] }>('GET', '/api/soldiers/my', { access: 'user' });

export const get = call<{ params: IdParam; answer: Soldier }>('GET', '/api/soldiers/:id', { access: 'user' });

export const create = call<{ body: SoldierBody; answer: Soldier }>('POST', '/api/soldiers', {
  access: 'user',
  status: 201,
});

export const update = call<{ params: IdParam; body: SoldierBody; answer: Soldier }>('PUT', '/api/soldiers/:id', {
  access: 'user',
});

/** Orders keep the copies that they were made with. */
export const remove = call<{ params: IdParam; answer: Success }>('DELETE', '/api/soldiers/:id', { access: 'user' });
