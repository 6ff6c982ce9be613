import type { ReactNode } from 'react';

export interface SectionProps {
  id: string;
  title: string;
  text?: ReactNode;
  band?: boolean;
  children: ReactNode;
}

export function Section({ id, title, text, band = false, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={`py-20 ${band ? 'border-y border-line bg-sunken' : ''}`}
    >
      <div className="mx-auto max-w-[76rem] px-4 md:px-8">
        <div className="mb-10 max-w-xl md:mb-12">
          <h2 id={`${id}-title`} className="text-2xl font-semibold md:text-3xl">
            {title}
          </h2>
          {text && <p className="mt-3 text-md text-muted">{text}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}
