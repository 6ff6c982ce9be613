import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { Logo } from '../../ui/logo.tsx';
import { AuthPicture } from './auth-picture.tsx';

/**
 * Form on one side, picture on the other; on a phone the form alone, at the top, clear of the
 * keyboard. Views start at one height, so that nothing jumps between them.
 */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col px-5 sm:px-10">
        <header className="flex h-16 items-center lg:h-20">
          <Link
            to="/"
            className="-ms-2 inline-flex h-9 items-center gap-2 rounded-control px-2 text-sm text-muted hover:text-ink touch:h-11"
          >
            <ArrowLeft size={16} aria-hidden />
            {m.auth_back_home()}
          </Link>
        </header>
        <main className="mx-auto w-full max-w-96 grow pt-6 pb-16 sm:pt-[min(8rem,10vh)]">
          <Logo />
          {children}
        </main>
      </div>
      <AuthPicture />
    </div>
  );
}
