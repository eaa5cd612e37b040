import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Account } from '#shared/features/accounts/schemas.ts';
import type { PlacedOrder, PlaceOrderBody } from '#shared/features/orders/schemas.ts';
import type { WindowResult } from '#shared/platform/window-result.ts';
import { cancelOrder, paymentSettingsQuery, placeOrder } from '#web/features/orders/api.ts';
import { finishPayment } from '#web/features/orders/finish-payment.ts';
import type { PurchaseChoice } from '#web/features/orders/pay-again.ts';
import { storeChoice } from '#web/features/services/application/stored-choice.ts';
import { ApiError, errorMessage } from '#web/lib/api-error.ts';
import { rememberPayment, takePayment } from '#web/lib/storage/page-storage.ts';
import { type PurchaseProblem, useLeavePurchase } from './use-leave-purchase.ts';

/** The payment SDK is large: only this page loads it, once the page is idle. */
const loadPaymentWindow = () => import('#web/features/payments/bootpay-window.ts');

function usePreloadedWindow(): void {
  useEffect(() => {
    // The click loads it again and reports the failure.
    const preload = () => void loadPaymentWindow().catch(() => undefined);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(preload, 500);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(preload);
    return () => window.cancelIdleCallback(handle);
  }, []);
}

/**
 * The back button of the provider's page restores this page as it was left, with a busy button:
 * start over.
 */
function useFreshPageOnReturn(): void {
  useEffect(() => {
    const handlePageShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener('pageshow', handlePageShow);
    return () => window.removeEventListener('pageshow', handlePageShow);
  }, []);
}

/**
 * The address that the provider returns to. The provider adds its own query, so the order is in the
 * path.
 */
function returnUrl(orderId: number): string {
  return `${window.location.origin}/purchase/return/${orderId}`;
}

/** Nothing was opened, so nothing can have been paid. */
const WINDOW_FAILED: WindowResult = {
  kind: 'error',
  code: 'WINDOW_FAILED',
  message: '결제창을 열지 못했습니다. 잠시 후 다시 시도해주세요.',
};

/** Completes an order before it is paid; resolves to false when that was refused, and the page says why. */
type Prepare = (orderId: number) => Promise<boolean>;

/**
 * The click on pay: creates an order, opens the payment window, and handles the result (spec §4,
 * purchase flow). After a failed purchase, `choice` is what the buyer returns to.
 */
export function usePayment(choice: PurchaseChoice) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leavePurchase = useLeavePurchase();
  const [isPaying, setPaying] = useState(false);
  // State alone would let a second click through before the next render.
  const isLocked = useRef(false);
  usePreloadedWindow();
  useFreshPageOnReturn();

  const openWindow = async (order: PlacedOrder, user: Account): Promise<WindowResult> => {
    try {
      const [settings, { paymentMode, requestPayment }] = await Promise.all([
        queryClient.ensureQueryData(paymentSettingsQuery),
        loadPaymentWindow(),
      ]);
      return await requestPayment({
        settings,
        order,
        user,
        mode: paymentMode(),
        redirectUrl: returnUrl(order.orderId),
      });
    } catch (error) {
      console.error('The payment window failed:', error);
      return WINDOW_FAILED;
    }
  };

  /** Returns why nothing was bought, or undefined once the next page is open. */
  const buy = async (
    request: PlaceOrderBody,
    user: Account,
    prepare: Prepare,
  ): Promise<PurchaseProblem | undefined> => {
    const order = await placeOrder(request);
    if (!(await prepare(order.orderId))) {
      // It expires by itself where this fails.
      await cancelOrder(order.orderId).catch(() => undefined);
      return undefined;
    }
    rememberPayment(order.orderId);
    const result = await openWindow(order, user);
    // Needed only after a redirect to the provider's page.
    takePayment(order.orderId);
    if ('receiptId' in result) {
      const params = { orderId: String(order.orderId) };
      const search = { event: result.kind, receipt_id: result.receiptId };
      await navigate({ to: '/purchase/return/$orderId', params, search, replace: true });
      return undefined;
    }
    const end = await finishPayment({ id: order.orderId, price: order.price }, result);
    if (end.kind === 'failed') return end;
    storeChoice(choice.serviceId, undefined);
    await navigate({ to: '/purchase/result', search: { orderId: order.orderId }, replace: true });
    return undefined;
  };

  const attempt = async (...args: Parameters<typeof buy>): Promise<PurchaseProblem | undefined> => {
    isLocked.current = true;
    setPaying(true);
    try {
      return await buy(...args);
    } catch (error) {
      // Opens the login already.
      if (error instanceof ApiError && error.status === 401) return undefined;
      // The price or the service may have changed since the page was loaded.
      void queryClient.invalidateQueries({ queryKey: ['services'] });
      return { message: errorMessage(error), isUncharged: true };
    } finally {
      isLocked.current = false;
      setPaying(false);
    }
  };

  const pay = async (...args: Parameters<typeof buy>): Promise<void> => {
    if (isLocked.current) return;
    const problem = await attempt(...args);
    if (problem) await leavePurchase(problem, choice);
  };

  return { isPaying, pay };
}
