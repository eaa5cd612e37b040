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
 * Both ways on for a visitor who asks: the sign-up first, on a device of a member the login, so that
 * no page stands between the question and the one that is needed.
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
