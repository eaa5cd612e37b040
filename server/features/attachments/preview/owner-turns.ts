import pLimit, { type LimitFunction } from 'p-limit';

/** Gives each uploader one turn at a time, so that costly files of one hold up those of others only once. */
export function createOwnerTurns(): <T>(ownerId: number, act: () => Promise<T>) => Promise<T> {
  const byOwner = new Map<number, { limit: LimitFunction; requests: number }>();
  return async (ownerId, act) => {
    const own = byOwner.get(ownerId) ?? { limit: pLimit(1), requests: 0 };
    byOwner.set(ownerId, own);
    own.requests += 1;
    try {
      return await own.limit(act);
    } finally {
      own.requests -= 1;
      if (own.requests === 0) byOwner.delete(ownerId);
    }
  };
}
