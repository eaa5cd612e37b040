import { isMemberKnown } from '#web/lib/storage/page-storage.ts';
import { Button } from '#web/ui/button.tsx';

/** The page that a visitor chose to go on from. */
export type LoginWay = '/login' | '/register';

type Props = {
  /** Called before the form is sent. */
  onChoose: (way: LoginWay) => void;
  onSignUp: () => Promise<void>;
};

/**
 * Offers a visitor sign-up and login. The sign-up comes first; on a device that a member has used, the
 * login does. Without this choice the login page would precede every sign-up.
 */
export function VisitorButtons({ onChoose, onSignUp }: Props) {
  const isKnown = isMemberKnown();
  const signUp = (
    <Button
      key="sign-up"
      kind={isKnown ? 'secondary' : 'primary'}
      onClick={() => {
        onChoose('/register');
        void onSignUp();
      }}
    >
      가입하고 시작하기
    </Button>
  );
  const login = (
    <Button key="login" type="submit" kind={isKnown ? 'primary' : 'secondary'} onClick={() => onChoose('/login')}>
      로그인하고 상담 시작하기
    </Button>
  );
  return <div className="grid gap-3 sm:flex">{isKnown ? [login, signUp] : [signUp, login]}</div>;
}
