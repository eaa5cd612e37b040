export type * from '#shared/features/orders/schemas.ts';
export type { PlaceOrderBody as PlaceOrderRequest } from '#shared/features/orders/schemas.ts';
