import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/lib/errors.ts';
import { createAtOnce } from '#server/lib/limits/at-once.ts';
import { SECOND_MS } from '#server/lib/time.ts';

const RETRY_AFTER_SECONDS = 5;
/** A client that moves fewer bytes in this time is disconnected: 13 kbit/s, less than any phone. */
const STALL_MS = 20 * SECOND_MS;
const LEAST_BYTES = 32 * 1024;

/** Transfers at a time: of one user or address (429 beyond it), and of this process (503 beyond it). */
export type TransferLimits = { perUser: number; perProcess: number };
export type Transfers = { begin: (user: number | string, reply: FastifyReply) => void };

/**
 * Counts the transfers of one kind that are under way, because each holds a part of a file in
 * memory. A transfer ends with its response.
 */
export function createTransfers({ perUser, perProcess }: TransferLimits): Transfers {
  const beginOwn = createAtOnce(perUser);
  let all = 0;
  return {
    /** @throws AppError TOO_MANY_REQUESTS, UNAVAILABLE */
    begin(user, { raw }) {
      const endOwn = beginOwn(user);
      if (all >= perProcess) {
        endOwn();
        throw new AppError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      all += 1;
      let isOpen = true;
      const endOnce = () => {
        endOwn();
        if (isOpen) all -= 1;
        isOpen = false;
      };
      raw.once('finish', endOnce);
      raw.once('close', endOnce);
    },
  };
}

type Watched = {
  /** Bytes that the client has sent or taken so far. */
  moved: () => number;
  /** Returns whether the client is waited for: the server itself may be slow. */
  isClientsTurn: () => boolean;
  isDone: () => boolean;
};

function endWhereStalled(socket: Socket, { moved, isClientsTurn, isDone }: Watched, stallMs: number): void {
  let before = moved();
  const timer = setInterval(() => {
    if (isDone()) return clearInterval(timer);
    const now = moved();
    if (isClientsTurn() && now - before < LEAST_BYTES) socket.destroy();
    before = now;
  }, stallMs);
  timer.unref();
  socket.once('close', () => clearInterval(timer));
}

/** Disconnects a client that sends its body too slowly, also after an early answer. */
export function endSlowUpload({ raw }: Pick<FastifyRequest, 'raw'>, stallMs = STALL_MS): void {
  const { socket } = raw;
  // Tests without a network have no socket.
  if (!(socket instanceof Socket)) return;
  let wasPaused = false;
  raw.on('pause', () => {
    wasPaused = true;
  });
  const isClientsTurn = () => {
    const isTurn = !wasPaused;
    wasPaused = raw.isPaused();
    return isTurn;
  };
  endWhereStalled(socket, { moved: () => socket.bytesRead, isClientsTurn, isDone: () => raw.complete }, stallMs);
}

/** Disconnects a client that reads the response too slowly. */
export function endSlowDownload({ raw }: Pick<FastifyReply, 'raw'>, stallMs = STALL_MS): void {
  const { socket } = raw;
  if (!(socket instanceof Socket)) return;
  const isClientsTurn = () => socket.writableLength > 0;
  // All that the socket holds back is counted as written already.
  const moved = () => socket.bytesWritten - socket.writableLength;
  endWhereStalled(socket, { moved, isClientsTurn, isDone: () => raw.writableFinished }, stallMs);
}
