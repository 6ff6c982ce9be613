import { ArrowLeft } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, type Ref, use } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';

export const HeaderContext = createContext<{
  readonly lead?: ReactNode;
  readonly note?: ReactNode;
  readonly news?: ReactNode;
  readonly end?: ReactNode;
}>({});

export interface PageHeaderProps {
  title: ReactNode;
  /** What of that kind is shown: it stands larger, below the title. */
  subject?: string | undefined;
  headingRef: Ref<HTMLHeadingElement>;
  back?: { readonly to: string; readonly label: string };
  meta?: ReactNode;
  /** Small, below a title that is one line then. */
  below?: ReactNode;
  live?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({
  title,
  subject,
  headingRef,
  back,
  meta,
  below,
  live,
  actions,
}: PageHeaderProps) {
  const { lead, note, news, end } = use(HeaderContext);
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-canvas md:bg-canvas/90 md:backdrop-blur-sm">
      <div className="mx-auto flex min-h-14 max-w-app items-center gap-3 px-4 max-sm:gap-2 py-1.5 md:px-8">
        {lead}
        {back && (
          <Link
            to={back.to}
            aria-label={back.label}
            data-tooltip={back.label}
            className="-ms-2 inline-flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink touch:size-11"
          >
            <ArrowLeft size={18} aria-hidden />
          </Link>
        )}
        <div className="flex min-w-0 flex-1 items-center gap-3 max-sm:gap-2">
          {subject ? (
            <div className="min-w-0">
              <Title ref={headingRef} className="truncate text-xs text-muted">
                {title}
              </Title>
              <p
                dir="auto"
                translate="no"
                className="truncate text-md leading-[22px] font-semibold"
              >
                {subject}
              </p>
            </div>
          ) : (
            <div className="min-w-0">
              {/* There is little width beside the actions, but height for two lines. */}
              <Title
                ref={headingRef}
                className={classNames(
                  'text-md font-semibold xl:truncate',
                  below
                    ? 'truncate leading-5'
                    : 'max-xl:line-clamp-2 max-xl:leading-5 max-xl:wrap-anywhere',
                )}
              >
                {title}
              </Title>
              {below}
            </div>
          )}
          {meta}
          {live || note}
        </div>
        <div
          data-actions={actions ? '' : undefined}
          className="group/header flex shrink-0 items-center gap-2"
        >
          {news}
          {actions}
          {end}
        </div>
      </div>
    </header>
  );
}

function Title(props: ComponentProps<'h1'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/heading-has-content -- it is given
    <h1 {...props} tabIndex={-1} dir="auto" />
  );
}

export function PageBody({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classNames('mx-auto w-full max-w-app px-4 py-6 md:px-8', className)}>
      {children}
    </div>
  );
}
