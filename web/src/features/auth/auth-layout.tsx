import { ArrowLeft, Laptop, Smartphone } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { TravellingDot } from '../../ui/spinner.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '../../ui/logo.tsx';

const CLIP = m.auth_picture_clip();

/**
 * What the product does, in one look: written on one device, there on the next. Decoration, so it
 * is left out on small screens.
 */
function AuthPicture() {
  return (
    <aside
      aria-hidden
      className="hidden items-center justify-center border-s border-line bg-sunken p-12 lg:flex"
    >
      <div className="w-full max-w-120">
        <p className="max-w-96 text-2xl font-semibold text-balance text-ink">
          {m.auth_picture_title()}
        </p>
        <div className="relative mt-14 h-88">
          <div className="w-80 rounded-dialog border border-line bg-surface p-5 shadow-hover">
            <p className="flex items-center gap-2 text-xs text-muted">
              <Laptop size={14} /> {m.auth_picture_laptop()}
              <span className="ms-auto">{m.ui_just_now()}</span>
            </p>
            <p className="mt-3 font-mono text-sm text-ink">{CLIP}</p>
          </div>
          <span className="absolute start-80 top-12 h-18 w-22 rounded-se-none rounded-tr-card border-t border-r border-dashed border-line-strong" />
          <TravellingDot className="start-79 top-[2.7rem] [--travel-x:5.65rem] [--travel-y:4.6rem] [animation-delay:500ms]" />
          <div className="absolute start-70 top-30 w-50 rounded-[1.75rem] border border-line bg-canvas p-2 shadow-float">
            <div className="rounded-[1.3rem] bg-sunken p-3 pt-2.5">
              <span className="mx-auto mb-4 block h-1 w-10 rounded-full bg-line" />
              <div className="animate-arrive rounded-card border-2 border-accent bg-surface p-3 [animation-delay:2200ms]">
                <p className="flex items-center gap-1.5 text-xs font-medium text-accent">
                  <Smartphone size={13} /> {m.ui_just_now()}
                </p>
                <p className="mt-2 font-mono text-xs text-ink">{CLIP}</p>
                <p className="mt-3 rounded-control bg-ink py-1.5 text-center text-xs font-medium text-on-ink">
                  {m.ui_copy()}
                </p>
              </div>
              <span className="mt-3 block h-2 w-4/5 rounded-full bg-line" />
              <span className="mt-2 mb-2 block h-2 w-3/5 rounded-full bg-line" />
            </div>
          </div>
        </div>
      </div>
    </aside>
  );
}

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
