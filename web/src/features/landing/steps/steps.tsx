import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useHydrated } from '../../../lib/hydrated.ts';
import { m } from '../../../paraglide/messages.js';
import { TravellingDot } from '../../../ui/travelling-dot.tsx';
import { Section } from '../section.tsx';
import {
  CollaboratePicture,
  CreatePicture,
  RegisterPicture,
  SharePicture,
} from './step-pictures.tsx';

/** `seen` turns true when the element first comes into view, and stays so. */
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
  readonly Picture: ComponentType<{ seen: boolean }>;
}

const STEPS: readonly Step[] = [
  {
    title: m.landing_step_register(),
    text: m.landing_step_register_text(),
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
          {STEPS.map(({ title, text, Picture }, index) => (
            <li key={title} className="flex flex-col">
              <span
                aria-hidden
                className="relative flex size-8 items-center justify-center rounded-full border border-line bg-surface text-sm font-semibold text-ink tabular"
              >
                {index + 1}
              </span>
              <h3 className="mt-5 text-md font-semibold">{title}</h3>
              <p className="mt-1.5 mb-5 text-sm text-muted">{text}</p>
              <div className="mt-auto flex h-52 flex-col justify-center rounded-dialog border border-line bg-surface p-5 shadow-card select-none">
                {hydrated && <Picture seen={seen} />}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
