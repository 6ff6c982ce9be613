import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '../../ui/logo.tsx';
import { AuthPicture } from './auth-picture.tsx';

/** Form on one side, picture on the other; on a phone the form alone, near the thumb of the eye: the top. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col px-5 sm:px-10">
        <header className="flex h-16 items-center lg:h-20">
          <Link to="/" className="-ms-2 inline-flex h-9 items-center gap-2 rounded-control px-2 text-sm text-muted hover:text-ink touch:h-11">
            <ArrowLeft size={16} aria-hidden />
            Back to Home
          </Link>
        </header>
        <main className="mx-auto flex w-full max-w-96 grow flex-col pt-6 pb-16 sm:justify-center sm:pt-0 sm:pb-24">
          <Logo />
          {children}
        </main>
      </div>
      <AuthPicture />
    </div>
  );
}
