import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useHydrated, whenIdle } from '../../lib/browser.ts';
import { m } from '../../paraglide/messages.js';
import { lazyPart } from '../../ui/lazy.tsx';
import { TravellingDot } from '../../ui/spinner.tsx';
import { Section } from './section.tsx';

const QrCode = lazyPart(() => import('../../sharing/qr-code.tsx'), 'QrCode');

const FIELD = 'rounded-control border border-line bg-canvas px-3 py-2 text-xs text-ink';
const BUTTON = 'rounded-control bg-ink px-3 py-2 text-center text-xs font-medium text-on-ink';

function RegisterPicture() {
  return (
    <div aria-hidden className="flex flex-col gap-2.5">
      <p className="text-xs font-medium text-ink">{m.landing_picture_email()}</p>
      <p className={FIELD}>ada@example.com</p>
      <p className="text-xs font-medium text-ink">{m.landing_picture_password()}</p>
      <p className={FIELD}>••••••••••••</p>
      <p className={`mt-1 ${BUTTON}`}>{m.landing_picture_create_account()}</p>
    </div>
  );
}

function CreatePicture() {
  return (
    <div aria-hidden className="flex h-full flex-col gap-2.5">
      <p className={`flex-1 ${FIELD}`}>
        {m.landing_picture_wifi()}
        <span className="ms-px inline-block h-3.5 w-px translate-y-0.5 bg-accent" />
      </p>
      <div className="flex items-center justify-between gap-2">
        <span className="rounded-chip bg-warn-soft px-2 py-1 text-xs font-medium text-warn">
          {m.landing_picture_unsaved()}
        </span>
        <span className={BUTTON}>{m.landing_picture_save()}</span>
      </div>
    </div>
  );
}

/** The code is real, so it can only be drawn where the address is known. */
function SharePicture() {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return (
    <div className="mx-auto size-40 rounded-control bg-white p-1">
      {idle && (
        <QrCode
          value={`${location.origin}/`}
          size={152}
          level="M"
          label={m.landing_step_share_code()}
        />
      )}
    </div>
  );
}

function CollaboratePicture() {
  const message = 'w-fit max-w-[85%] rounded-card px-3 py-2 text-xs';
  return (
    <div aria-hidden className="flex flex-col gap-2">
      <p className="flex items-center gap-2 text-xs font-medium text-ink">
        {m.landing_picture_room()}
        <span className="ms-auto inline-flex items-center gap-1.5 text-accent">
          <span className="size-1.5 rounded-full bg-accent" /> {m.landing_picture_members()}
        </span>
      </p>
      <p className={`${message} border border-line bg-canvas text-body`}>
        {m.landing_picture_tiles()}
      </p>
      <p className={`${message} ms-auto bg-accent-soft text-ink`}>floor-plan.png</p>
      <p className={`${message} border border-line bg-canvas text-body`}>
        {m.landing_picture_sink()}
      </p>
    </div>
  );
}

function useSeen<E extends Element>() {
  const ref = useRef<E>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || seen) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      threshold: 0.3,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [seen]);
  return { ref, seen };
}

interface Step {
  readonly title: string;
  readonly text: string;
  /** Where mails leave the server. */
  readonly mailed?: string;
  readonly Picture: ComponentType;
}

const STEPS: readonly Step[] = [
  {
    title: m.landing_step_register(),
    text: m.landing_step_register_text(),
    mailed: m.landing_step_register_mail(),
    Picture: RegisterPicture,
  },
  { title: m.landing_step_create(), text: m.landing_step_create_text(), Picture: CreatePicture },
  { title: m.landing_step_share(), text: m.landing_step_share_text(), Picture: SharePicture },
  {
    title: m.landing_step_collaborate(),
    text: m.landing_step_collaborate_text(),
    Picture: CollaboratePicture,
  },
];

export function Steps() {
  const hydrated = useHydrated();
  const { ref, seen } = useSeen<HTMLDivElement>();
  return (
    <Section id="how-it-works" band title={m.landing_steps_title()} text={m.landing_steps_text()}>
      <div ref={ref} className="@container relative">
        <div className="absolute inset-x-0 top-4 h-px bg-line max-lg:hidden">
          {seen && <TravellingDot className="-top-1 start-6 [--travel-x:76cqw]" />}
        </div>
        <ol className="grid gap-x-4 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {STEPS.map(({ title, text, mailed, Picture }, index) => (
            <li key={title} className="flex flex-col">
              <span
                aria-hidden
                className="relative flex size-8 items-center justify-center rounded-full border border-line bg-surface text-sm font-semibold text-ink tabular"
              >
                {index + 1}
              </span>
              <h3 className="mt-5 text-md font-semibold">{title}</h3>
              <p className="mt-1.5 mb-5 text-sm text-muted">
                {text}
                {mailed && <span className="mail-off:hidden"> {mailed}</span>}
              </p>
              <div className="mt-auto flex h-52 flex-col justify-center rounded-dialog border border-line bg-surface p-5 shadow-card select-none">
                {hydrated && <Picture />}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
