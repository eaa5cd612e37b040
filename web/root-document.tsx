import { HeadContent, Outlet, Scripts } from '@tanstack/react-router';

export function RootDocument() {
  return (
    <html lang="ko">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <HeadContent />
      </head>
      <body>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <Scripts />
      </body>
    </html>
  );
}
