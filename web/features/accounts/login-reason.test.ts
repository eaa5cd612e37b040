import { expect, it } from 'vitest';
import { safeReturnTo } from '#shared/platform/return-to.ts';
import { loginReason } from './login-reason.ts';

it('tells a visitor who was about to buy that the choice is there after the sign-up', () => {
  const reasonOf = (path: string) => loginReason(safeReturnTo(path)).register;
  expect(reasonOf('/purchase?serviceId=14')).toBe('가입하시면 고르신 내용 그대로 결제로 이어집니다.');
  expect(reasonOf('/services/14?plan=x')).toBe('가입하시면 고르신 내용 그대로 신청하실 수 있습니다.');
  expect(reasonOf('/profile')).toBe('가입하시면 서비스를 신청하고 진행 상황을 확인하실 수 있습니다.');
});
