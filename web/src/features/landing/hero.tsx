import {
  ArrowRight,
  Clipboard,
  Code,
  Copy,
  Image,
  Link2,
  Monitor,
  Smartphone,
  Type,
  Users,
} from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { relativeTime } from '../../lib/format.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time.ts';
import { m } from '../../paraglide/messages.js';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconTile } from '../../ui/icon-tile.tsx';
import { TravellingDot } from '../../ui/spinner.tsx';
import { forSignedOut, type Visitor } from './visitor.ts';

/** `first`: the clip that the page itself sends, which arrives with its dot. */
function DemoPhone({ text, first }: { text: string; first: boolean }) {
  const late = first && '[animation-delay:2200ms]';
  return (
    <div
      aria-hidden
      className="absolute end-2 bottom-0 w-46 rounded-[1.75rem] border border-line bg-canvas p-2 shadow-float select-none md:-end-6 md:w-52"
    >
      <div className="rounded-[1.3rem] bg-sunken p-3 pt-2.5 pb-4">
        <span className="mx-auto mb-3.5 block h-1 w-10 rounded-full bg-line" />
        <div
          key={text}
          className={classNames(
            'animate-arrive rounded-card border-2 border-accent bg-surface p-3',
            late,
          )}
        >
          <p className="flex items-center gap-1.5 text-xs font-medium text-accent">
            <Smartphone size={13} /> {relativeTime(0, 0)}
          </p>
          <p
            dir="auto"
            translate="no"
            className="mt-1.5 line-clamp-5 min-h-15 text-sm break-words text-ink"
          >
            {text}
          </p>
        </div>
        <p className="mt-2 flex items-center justify-center gap-1.5 rounded-control bg-ink py-2 text-xs font-medium text-on-ink">
          <Copy size={13} /> {m.landing_demo_copy()}
        </p>
        <span className="mt-4 block h-2 w-4/5 rounded-full bg-line" />
        <span className="mt-2 block h-2 w-3/5 rounded-full bg-line" />
      </div>
    </div>
  );
}

const QUIET_MS = 350;
/** As long as the dot takes, see the class of the later flights. */
const FLIGHT_MS = 900;

function useFlight(initial: string) {
  const [text, setText] = useState(initial);
  const [arrived, setArrived] = useState(initial);
  const [flight, setFlight] = useState(0);

  useEffect(() => {
    if (text === arrived) return;
    const take = setTimeout(() => setFlight((count) => count + 1), QUIET_MS);
    const land = setTimeout(() => setArrived(text), QUIET_MS + FLIGHT_MS);
    return () => {
      clearTimeout(take);
      clearTimeout(land);
    };
  }, [text, arrived]);

  return { text, setText, arrived, flight };
}

const FIELD = 'demo-clip';
const old = (ms: number) => relativeTime(0, ms);

/** What is typed stays on this page. */
export function Demo() {
  const { text, setText, arrived, flight } = useFlight(m.landing_demo_clip());
  const synced = text === arrived;
  return (
    <div className="@container relative mx-auto mt-14 max-w-[56rem] pb-40 text-start md:mt-16 md:pb-24">
      <div className="overflow-hidden rounded-dialog border border-line bg-surface shadow-float">
        <div
          aria-hidden
          className="flex h-10 items-center gap-2 border-b border-line bg-sunken px-4 select-none"
        >
          {[0, 1, 2].map((dot) => (
            <span key={dot} className="size-2.5 rounded-full bg-line" />
          ))}
          <span className="mx-auto rounded-full bg-hover px-6 py-0.5 text-xs text-muted">
            clips.example.com
          </span>
          <span className="w-12" />
        </div>
        <div className="flex">
          <Navigation />
          <div className="grid flex-1 gap-3 p-4 md:grid-cols-2 md:p-5">
            <div className="rounded-card border-2 border-accent bg-surface p-4 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
              <div className="flex items-center gap-2.5 text-xs text-muted">
                <IconTile icon={Type} tone="accent" />
                <label htmlFor={FIELD}>{m.landing_demo_try()}</label>
                <span className="ms-auto inline-flex items-center gap-1.5 font-medium text-accent">
                  <span
                    className={classNames(
                      'size-1.5 rounded-full bg-accent',
                      !synced && 'animate-breathe',
                    )}
                  />
                  <span>{synced ? m.landing_demo_synced() : m.landing_demo_syncing()}</span>
                </span>
              </div>
              <textarea
                id={FIELD}
                name={FIELD}
                dir="auto"
                rows={3}
                maxLength={100}
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.target.value)}
                className="mt-3 block w-full resize-none bg-transparent text-base text-ink outline-none touch:text-field"
              />
            </div>
            <Sample
              tile={<IconTile icon={Code} />}
              kind={m.landing_demo_code()}
              age={old(4 * MINUTE_MS)}
            >
              <span className="font-mono text-sm">rsync -av photos/ nas:/backup</span>
            </Sample>
            <Sample
              tile={<IconTile icon={Link2} tone="accent" />}
              kind={m.landing_demo_link()}
              age={old(120 * MINUTE_MS)}
              wide
            >
              <span className="font-medium text-ink">example.com</span>
              <span className="text-muted">/menu/friday</span>
            </Sample>
            <Sample
              tile={<IconTile icon={Image} tone="violet" />}
              kind="floor-plan.png"
              age={old(DAY_MS)}
              wide
            >
              <span className="block h-12 w-3/5 rounded-chip bg-violet-soft" />
            </Sample>
          </div>
        </div>
      </div>
      <TravellingDot
        key={flight}
        className={classNames(
          'start-[30cqw] top-46 [--travel-x:38cqw] [--travel-y:5rem] md:start-[57cqw] md:top-22 md:[--travel-x:36cqw] md:[--travel-y:11rem]',
          flight === 0 ? '[animation-delay:500ms]' : '[animation-duration:900ms]',
        )}
      />
      <DemoPhone text={arrived} first={flight === 0} />
    </div>
  );
}

function Navigation() {
  const entry = 'flex h-8 items-center gap-2.5 rounded-control border px-2.5';
  return (
    <div
      aria-hidden
      className="hidden w-44 shrink-0 flex-col gap-1.5 border-e border-line bg-sunken p-4 text-xs font-medium text-muted select-none sm:flex"
    >
      <span className={`${entry} border-line bg-surface text-ink`}>
        <Clipboard size={14} />
        {m.landing_demo_clipboards()}
      </span>
      {[
        { name: m.landing_demo_rooms(), Icon: Users },
        { name: m.landing_demo_desktop(), Icon: Monitor },
      ].map(({ name, Icon }) => (
        <span key={name} className={`${entry} border-transparent`}>
          <Icon size={14} />
          {name}
        </span>
      ))}
    </div>
  );
}

interface SampleProps {
  tile: ReactNode;
  kind: string;
  age: string;
  wide?: boolean;
  children: ReactNode;
}

function Sample({ tile, kind, age, wide = false, children }: SampleProps) {
  return (
    <div
      aria-hidden
      className={classNames(
        'rounded-card border border-line p-4 select-none',
        wide && 'max-md:hidden',
      )}
    >
      <p className="flex items-center gap-2.5 text-xs text-muted">
        {tile}
        {kind}
        <span className="ms-auto">{age}</span>
      </p>
      <p className="mt-3 text-sm text-body">{children}</p>
    </div>
  );
}

export function Hero({
  visitor,
  headingRef,
}: {
  visitor: Visitor;
  headingRef: Ref<HTMLHeadingElement>;
}) {
  const member = visitor === 'signed-in';
  return (
    <section className="mx-auto flex max-w-landing flex-col items-center pt-30 text-center md:pt-34">
      <p className="inline-flex h-8 items-center gap-2.5 rounded-full border border-line bg-surface px-3.5 text-sm text-body shadow-card">
        <span className="size-2 rounded-full bg-accent" />
        <span className="billing-off:hidden">{m.landing_badge_trial()}</span>
        <span className="hidden billing-off:inline">{m.landing_badge_free()}</span>
      </p>
      <h1
        ref={headingRef}
        tabIndex={-1}
        className="mt-6 max-w-[12ch] text-hero-phone font-semibold tracking-[-.045em] md:max-w-[16ch] md:text-hero"
      >
        {m.landing_hero_title()}
      </h1>
      <p className="mt-6 max-w-[34rem] text-md text-balance text-muted md:text-lg">
        {m.landing_hero_text()}
      </p>
      <p className="mt-6 hidden rounded-card bg-accent-soft p-4 text-sm text-ink server-new:block">
        {m.auth_server_new()}
      </p>
      <div className="mt-8 flex w-full flex-wrap justify-center gap-3">
        <ButtonLink
          to={member ? '/dashboard' : '/auth?mode=login'}
          variant="primary"
          size="lg"
          className={`max-sm:flex-1 max-sm:gap-1.5 max-sm:px-2.5 ${forSignedOut(visitor)}`}
        >
          {member ? m.landing_go_to_dashboard() : m.landing_get_started()}
          <ArrowRight size={18} aria-hidden />
        </ButtonLink>
        <ButtonLink to="/desktop" size="lg" className="max-sm:flex-1 max-sm:gap-1.5 max-sm:px-2.5">
          <Monitor size={18} aria-hidden />
          {m.landing_virtual_desktop()}
        </ButtonLink>
      </div>
    </section>
  );
}
