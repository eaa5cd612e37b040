import type { Callee } from './callback-slots.ts';

type Facts = {
  contact_phone: string;
  callback: { whom: Callee } | null;
  soldier: { phone: string | null } | null;
};

/** Returns the number that the firm calls: the soldier's where the booking says so, else the buyer's. */
export function phoneToCall({ contact_phone, callback, soldier }: Facts): string {
  return (callback?.whom === 'soldier' && soldier?.phone) || contact_phone;
}
