import { Lock } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { keepPlace } from '../../../lib/written.ts';
import { m } from '../../../paraglide/messages.js';
import type { LiveClip } from '../../../things/clip.ts';
import { hasPreview, isDocument, useLanguage } from '../../../things/reading/languages.ts';
import { TextHead, TextView } from '../../../things/reading/text-view.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { PageBody, PageHeader, type PageHeaderProps } from '../../../ui/page-header.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { AttachedFiles } from './attached-files.tsx';
import { CopyContent, DownloadText, ShareClip } from './clip-buttons.tsx';

export interface ViewerClipProps extends Pick<PageHeaderProps, 'headingRef' | 'live' | 'back'> {
  clip: LiveClip;
  /** Of a link that was opened: whose it is, and what its holder is to know. */
  byLink?: { readonly ownerName: string | undefined; readonly notice: ReactNode };
}

/** On a phone it stays within reach of the thumb. */
const THUMB =
  'max-md:fixed max-md:inset-x-0 max-md:bottom-(--bottom-bar,0px) max-md:flex max-md:border-t max-md:border-line max-md:bg-canvas max-md:px-4 max-md:pt-2.5 max-md:pb-[max(0.625rem,env(safe-area-inset-bottom))]';

export function ViewerClip({ clip, byLink, ...header }: ViewerClipProps) {
  const { content: text } = clip;
  const ownerName = byLink?.ownerName;
  const hasFiles = clip.files.length > 0;
  return (
    <>
      <PageHeader
        {...header}
        title={m.clips_shared_title()}
        meta={
          <p className="min-w-0 truncate text-sm text-muted">
            {ownerName !== undefined && (
              <span>
                <span>{m.links_by({ name: ownerName })}</span> ·{' '}
              </span>
            )}
            <RelativeTime within time={clip.updatedAt} />
          </p>
        }
        actions={
          <div role="group" aria-label={m.clips_actions()} className="flex items-center gap-2">
            {text !== '' && <DownloadText text={text} clipId={clip.id} />}
            {!byLink && <ShareClip own={false} share="yes" clipId={clip.id} />}
            {text !== '' && (
              <div className={THUMB}>
                <CopyContent
                  text={text}
                  variant={hasFiles ? 'secondary' : 'primary'}
                  className="max-md:h-13! max-md:flex-1"
                />
              </div>
            )}
          </div>
        }
      />
      <PageBody className="flex flex-1 flex-col gap-5 max-md:pb-24">
        {hasFiles && (
          <AttachedFiles title={m.clips_attached_files()} clip={clip} canRemove={false} isMain />
        )}
        {(text !== '' || !hasFiles) && <ReadText clip={clip} notice={byLink?.notice} />}
      </PageBody>
    </>
  );
}

/** Code on a sheet, as wide as it was written; prose in lines of 65 letters on the page. */
function ReadText({ clip, notice }: { clip: LiveClip; notice: ReactNode }) {
  const { content: text } = clip;
  const label = useId();
  const [language, choose] = useLanguage(clip.id, text);
  const [preview, setPreview] = useState(true);
  const isProse = language === 'text' || language === 'markdown';
  const isSwitched = isDocument(language) && hasPreview(language, text);
  return (
    <div
      className={classNames('mx-auto flex w-full flex-col', isProse ? 'max-w-170' : 'max-w-240')}
    >
      <div
        className={
          isProse ? '' : 'overflow-hidden rounded-card border border-line bg-surface shadow-card'
        }
      >
        <div
          className={classNames(
            'flex min-h-13 flex-wrap items-center justify-end gap-x-4 py-1.5',
            !isProse && 'border-b border-line px-4',
          )}
        >
          <p id={label} className="me-auto flex items-center gap-2 text-xs text-muted">
            <Lock size={14} aria-hidden className="shrink-0" />
            {m.clips_viewer_label()}
          </p>
          <TextHead
            text={text}
            language={language}
            onChoose={choose}
            preview={isSwitched ? preview : undefined}
            onSwitch={setPreview}
          />
        </div>
        <TextView
          ref={keepPlace}
          labelledBy={label}
          text={text}
          language={language}
          preview={preview}
          placeholder={m.clips_content_empty()}
          className={
            isProse
              ? 'px-0! text-md! leading-[26px]! touch:text-md!'
              : isSwitched && preview
                ? 'px-4 py-3'
                : ''
          }
        />
      </div>
      <div className="mt-3 flex flex-wrap justify-between gap-x-6 gap-y-1 text-xs text-muted">
        <p>{m.clips_viewer_note()}</p>
        {notice}
      </div>
    </div>
  );
}
