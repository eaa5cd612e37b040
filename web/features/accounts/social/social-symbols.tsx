import type { ReactElement } from 'react';
import type { SocialProvider } from '#shared/features/oauth/schemas.ts';

/** The providers' logos in the shapes and colours that their guidelines require. */
export const SOCIAL_SYMBOLS: Record<SocialProvider, ReactElement> = {
  kakao: (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true">
      <path
        fill="#000000"
        d="M12 3.2c-5.4 0-9.8 3.4-9.8 7.6 0 2.7 1.8 5.1 4.6 6.4l-1 3.5c-.1.4.3.7.6.5l4.2-2.8c.5.1.9.1 1.4.1 5.4 0 9.8-3.4 9.8-7.7S17.4 3.2 12 3.2z"
      />
    </svg>
  ),
  naver: (
    <svg viewBox="0 0 24 24" className="size-4.5" aria-hidden="true">
      <path fill="#ffffff" d="M3.5 3.5h5.9l5.3 7.7V3.5h5.8v17h-5.9l-5.3-7.7v7.7H3.5z" />
    </svg>
  ),
  google: (
    <svg viewBox="0 0 24 24" className="size-5" fill="none" strokeWidth="4" aria-hidden="true">
      <path stroke="#EA4335" d="M18.6 6.6A8.7 8.7 0 0 0 4.3 8" />
      <path stroke="#FBBC05" d="M4.5 7.6a8.7 8.7 0 0 0 0 8.8" />
      <path stroke="#34A853" d="M4.3 16A8.7 8.7 0 0 0 17.9 18.4" />
      <path stroke="#4285F4" d="M17.6 18.7A8.7 8.7 0 0 0 20.7 12H12" />
    </svg>
  ),
};
