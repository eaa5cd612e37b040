import { FIRM } from '#content/firm.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const ERASED = [
  '아이디, 비밀번호, 소셜 로그인 연결',
  '이름, 전화번호, 이메일, 군 복무 상태',
  '등록하신 군인 정보와 보내드린 메일',
  '결제하지 않은 신청은 취소하고 그 안의 군인 정보를 지웁니다.',
  '광고성 정보 수신 동의는 철회한 것으로 처리합니다.',
];

const HEADING = 'font-semibold text-ink-900';
const LIST = 'mt-1 grid list-disc gap-1 pl-5 text-small';

/**
 * Shows what closing an account erases and keeps (decision 012). The number of paid orders is undefined until the
 * server has answered.
 */
export function ClosingNotes({ keptOrders }: { keptOrders: number | undefined }) {
  return (
    <div className="grid gap-4">
      <section>
        <h3 className={HEADING}>바로 지우는 정보</h3>
        <ul className={LIST}>
          {ERASED.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className={HEADING}>법에 따라 보관하는 정보</h3>
        <ul className={LIST}>
          <li>{keptOrders === undefined ? <Skeleton className="h-12 w-full" /> : <KeptOrders count={keptOrders} />}</li>
          <li>접속 기록은 통신비밀보호법에 따라 3개월 동안 보관합니다.</li>
        </ul>
      </section>
      <p className="text-pretty text-small">
        탈퇴는 되돌릴 수 없습니다. 다시 가입하셔도 이전 내역은 이어지지 않습니다.
        {keptOrders !== undefined &&
          keptOrders > 0 &&
          ` 결제하신 서비스의 진행과 환불은 탈퇴하신 뒤에도 센터(${FIRM.phone})로 문의하실 수 있습니다.`}
      </p>
    </div>
  );
}

function KeptOrders({ count }: { count: number }) {
  if (count === 0) return '결제하신 주문이 없어 따로 보관하는 주문 기록은 없습니다.';
  return `결제하신 주문 ${count}건과 주문하신 분의 이름, 전화번호, 이메일, 그 주문의 군인 정보는 전자상거래법에 따라 마지막 결제일부터 5년 동안 다른 정보와 나누어 보관합니다.`;
}
