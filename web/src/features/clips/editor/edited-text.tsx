import { type ReactNode, type RefObject, useState } from 'react';
import { PHONE, useMediaQuery } from '../../../lib/browser.ts';
import { m } from '../../../paraglide/messages.js';
import { hasPreview, useLanguage } from '../../../things/reading/languages.ts';
import { TextHead, TextView } from '../../../things/reading/text-view.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { CopyContent, DownloadText } from '../clip/clip-buttons.tsx';
import type { ClipEdit } from './use-clip-editor.ts';

export interface EditedTextProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  edit: ClipEdit;
  clipId: string | null;
  isNew: boolean;
  hasFiles: boolean;
  save: ReactNode;
}

/** A text beside files is a line or two in most clips. */
const isLine = (text: string): boolean => text.length < 200 && text.split('\n').length < 3;

export function EditedText({ ref, edit, clipId, isNew, hasFiles, save }: EditedTextProps) {
  const { editor, files, unsaved } = edit;
  const { text } = editor;
  const [language, choose] = useLanguage(isNew ? null : clipId, text);
  const [isRead, setRead] = useState(false);
  const isPhone = useMediaQuery(PHONE);
  const canPreview = hasPreview(language, text);
  const preview = isRead && canPreview;
  const inLine = hasFiles && !isNew && language === 'text' && isLine(text);
  const hasText = text !== '' || !hasFiles;
  const upload = (
    <FilePicker
      variant={isPhone ? 'secondary' : 'ghost'}
      onFiles={files.add}
      iconOnly={isPhone}
      className={isPhone ? 'size-13! px-0!' : ''}
    />
  );
  const copy = hasText && (
    <CopyContent
      text={text}
      variant={unsaved || hasFiles || isNew ? 'secondary' : 'primary'}
      className={isPhone ? 'h-13! flex-1 px-2!' : ''}
    />
  );
  return (
    <>
      <div
        className={classNames(
          'overflow-hidden rounded-card border border-line focus-within:border-line-strong',
          text === '' && hasFiles ? 'bg-sunken' : 'bg-surface shadow-card',
          inLine && 'flex flex-wrap items-center',
        )}
      >
        {!inLine && (
          <div className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5">
            <TextHead
              text={text}
              language={language}
              onChoose={choose}
              preview={canPreview ? preview : undefined}
              onSwitch={setRead}
            />
            <div className="ms-auto flex items-center gap-1">
              {!isPhone && !hasFiles && upload}
              {hasText && !isNew && clipId !== null && <DownloadText text={text} clipId={clipId} />}
              {!isPhone && copy}
            </div>
          </div>
        )}
        <div className={classNames('min-w-0', inLine && 'flex-1 basis-60')}>
          <TextView
            ref={ref}
            label={m.clips_content()}
            placeholder={
              hasFiles && !isNew
                ? m.clips_add_text()
                : isNew
                  ? m.clips_content_placeholder()
                  : m.clips_content_empty()
            }
            text={text}
            language={language}
            preview={preview}
            onType={preview ? undefined : editor.type}
            className={classNames(
              'focus-visible:outline-none',
              !inLine && 'min-h-60',
              preview && language === 'markdown' && 'mx-auto max-w-178 px-6 py-5',
              preview && language === 'csv' && 'px-4 py-3',
            )}
          />
        </div>
        {inLine && (
          <div className="ms-auto flex items-center gap-1 p-1.5">
            {hasText && clipId !== null && <DownloadText text={text} clipId={clipId} />}
            {!isPhone && copy}
          </div>
        )}
      </div>
      {isPhone && (
        <div className="sticky bottom-(--bottom-bar,0px) z-10 -mx-4 mt-auto -mb-6 flex gap-2 border-t border-line bg-canvas px-4 py-2.5">
          {upload}
          {save}
          {copy}
        </div>
      )}
    </>
  );
}
