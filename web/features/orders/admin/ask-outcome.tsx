import { CallDialog } from './call-dialog.tsx';
import { useDialled } from './dialled-order.ts';

/** Asks for the outcome of a call once the page is back from the phone that made it. */
export function AskOutcome() {
  const { order, end } = useDialled();
  return order && <CallDialog key={order.id} order={order} onClose={end} />;
}
