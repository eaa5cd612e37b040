import type { ComponentProps } from 'react';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TermsTable } from './terms-table.tsx';

type BoxProps = Omit<ComponentProps<typeof Checkbox>, 'label'>;

type Props = {
  /** Holds what `field(name)` of the form returns for each checkbox. */
  acceptedTos: BoxProps;
  acceptedMarketing: BoxProps;
};

/**
 * The consents of a new member: the terms and, separate and unticked, what the law requires to be
 * optional.
 */
export function ConsentFields({ acceptedTos, acceptedMarketing }: Props) {
  return (
    // In a grid it would be as wide as the table, which scrolls in its own box.
    <div className="min-w-0">
      <TermsTable />
      <Checkbox {...acceptedTos} label="만 14세 이상이며, 이용약관에 동의합니다. (필수)" className="mt-3" />
      <Checkbox {...acceptedMarketing} label="광고성 정보 수신에 동의합니다. (선택)" />
      <p className="pl-8 text-small text-ink-500">
        새 서비스와 소식을 이메일이나 문자로 보내드립니다. 동의하지 않으셔도 가입하실 수 있습니다.
      </p>
    </div>
  );
}
