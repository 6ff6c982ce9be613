import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useHydrated, useMediaQuery } from '../../lib/browser.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Section } from './section.tsx';

interface Testimonial {
  readonly quote: string;
  readonly person: string;
  readonly role: string;
}

/** Made up, and the page says so. */
const testimonials: readonly Testimonial[] = [
  {
    quote: m.landing_quote_devices(),
    person: m.landing_person_devices(),
    role: m.landing_role_devices(),
  },
  {
    quote: m.landing_quote_teacher(),
    person: m.landing_person_teacher(),
    role: m.landing_role_teacher(),
  },
  { quote: m.landing_quote_move(), person: m.landing_person_move(), role: m.landing_role_move() },
  { quote: m.landing_quote_host(), person: m.landing_person_host(), role: m.landing_role_host() },
];

const ADVANCE_MS = 5000;

/** Rests while a pointer or focus is at it, after pause, and where less motion is wanted. */
function useCarousel(count: number) {
  const [current, setCurrent] = useState(0);
  const [held, setHeld] = useState({ pointer: false, focus: false });
  const [paused, setPaused] = useState(false);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const running = !still && !paused && !held.pointer && !held.focus;

  useEffect(() => {
    if (!running) return;
    // Set anew with every slide, so that one chosen by hand has its whole time too.
    const timer = setTimeout(() => setCurrent((current + 1) % count), ADVANCE_MS);
    return () => clearTimeout(timer);
  }, [running, current, count]);

  const hold = (change: Partial<typeof held>) => () =>
    setHeld((before) => ({ ...before, ...change }));
  return {
    current,
    show: setCurrent,
    moves: !still,
    paused,
    togglePause: () => setPaused(!paused),
    holders: {
      onPointerEnter: hold({ pointer: true }),
      onPointerLeave: hold({ pointer: false }),
      onFocus: hold({ focus: true }),
      onBlur: hold({ focus: false }),
    },
  };
}

export function Testimonials() {
  const hydrated = useHydrated();
  const { current, show, moves, paused, togglePause, holders } = useCarousel(testimonials.length);
  return (
    <Section id="testimonials" band title={m.landing_testimonials()} text={m.landing_good_for()}>
      <div
        className="max-w-220"
        role="group"
        aria-roledescription="carousel"
        aria-label={m.landing_testimonials()}
        {...holders}
      >
        {/* All slides share one cell, as high as the longest: nothing moves when they change. Without scripts the first is all one sees. */}
        <div className="grid">
          {(hydrated ? testimonials : testimonials.slice(0, 1)).map((testimonial, index) => (
            <Slide
              key={testimonial.quote}
              {...testimonial}
              label={m.landing_slide_of({ number: index + 1, total: testimonials.length })}
              shown={index === current}
            />
          ))}
        </div>
        <div className="mt-6 flex items-center gap-1">
          {testimonials.map(({ quote }, index) => (
            <button
              key={quote}
              type="button"
              aria-label={m.landing_show_slide({ number: index + 1 })}
              aria-current={index === current}
              className="group flex h-11 w-8 items-center justify-center rounded-control"
              onClick={() => show(index)}
            >
              <span
                className={classNames(
                  'h-2 rounded-full transition-[width,background-color] duration-200 ease-calm',
                  index === current ? 'w-6 bg-accent' : 'w-2 bg-line-strong group-hover:bg-body',
                )}
              />
            </button>
          ))}
          {moves && (
            <IconButton
              icon={paused ? Play : Pause}
              label={paused ? m.landing_play() : m.landing_pause()}
              onClick={togglePause}
              className="ms-1"
            />
          )}
        </div>
      </div>
    </Section>
  );
}

function Slide({
  quote,
  person,
  role,
  label,
  shown,
}: Testimonial & { label: string; shown: boolean }) {
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      inert={!shown}
      className={classNames(
        'col-start-1 row-start-1 flex flex-col rounded-dialog border border-line bg-surface p-6 shadow-card transition-[opacity,visibility] duration-300 ease-calm md:p-10',
        !shown && 'invisible opacity-0',
      )}
    >
      <blockquote className="max-w-4xl text-lg font-medium text-ink md:text-2xl">
        {m.landing_quote({ quote })}
      </blockquote>
      <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 pt-8 text-sm text-muted">
        <span>
          <span className="font-medium text-ink">{person}</span>, {role}
        </span>
        <Badge>{m.landing_example()}</Badge>
      </p>
    </div>
  );
}
