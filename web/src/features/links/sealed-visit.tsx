import { type Bytes, keyIn, open, SealBroken, withPassword } from '@clipline/contract/sealed.ts';
import { Download, Link2Off, ShieldAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, noReply } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { fileSize } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { FailedState } from '../../live/failed-state.tsx';
import { m } from '../../paraglide/messages.js';
import { chunksOf, stretchApart } from '../../sharing/sealing.ts';
import { FileIcon } from '../../things/files.tsx';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { copyAndTell } from '../../ui/copy-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { RevealForm } from './reveal-form.tsx';
import { keepVisit, type LinkInfo, readLink, readVisit } from './use-visit.ts';

interface ShownFile {
  readonly name: string;
  readonly size: number;
  readonly url: string;
  readonly isPicture: boolean;
}

type Visit =
  | { readonly phase: 'opening' | 'insecure' | 'incomplete' | 'gone' | 'changed' | 'newer' }
  | { readonly phase: 'failed'; readonly error: unknown }
  | { readonly phase: 'waiting'; readonly key: Bytes; readonly link: LinkInfo }
  | {
      readonly phase: 'opened';
      readonly link: LinkInfo;
      readonly text: string;
      readonly files: readonly ShownFile[];
    };

const WORDS = {
  insecure: () => `${m.ui_needs_https()} ${m.links_sealed_by_command()}`,
  incomplete: () => m.links_sealed_incomplete(),
  gone: () => m.links_gone(),
  changed: () => m.links_sealed_changed(),
  newer: () => m.links_sealed_newer(),
};

async function arrive(token: string, fragment: string): Promise<Visit> {
  if (!isSecureContext) return { phase: 'insecure' };
  const key = await keyIn(token, fragment);
  if (!key) return { phase: 'incomplete' };
  const kept = readVisit(token);
  keepVisit(token, { ...kept, fragment });
  // What this tab has opened it opens again by its grant, though nobody else may.
  if (kept.sealed) return { phase: 'waiting', key, link: { ...kept.sealed, viewsLeft: null } };
  try {
    return { phase: 'waiting', key, link: await readLink(token) };
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    return isGone ? { phase: 'gone' } : { phase: 'failed', error };
  }
}

/** By their first bytes alone: nothing else is ever shown as what it says it is. */
function pictureType(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head);
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'image/webp';
  return /^[^]{4}ftypavi[fs]/.test(text) ? 'image/avif' : undefined;
}

async function shownFile(name: string, bytes: readonly Bytes[]): Promise<ShownFile> {
  const blob = new Blob([...bytes]);
  const type = pictureType(new Uint8Array(await blob.slice(0, 16).arrayBuffer()));
  const url = URL.createObjectURL(blob.slice(0, blob.size, type ?? 'application/octet-stream'));
  return { name, size: blob.size, url, isPicture: type !== undefined };
}

async function openSealed(
  token: string,
  { key, link }: { readonly key: Bytes; readonly link: LinkInfo },
  password: string | undefined,
): Promise<Visit> {
  const kept = readVisit(token);
  const { material, proof } =
    password === undefined
      ? { material: key, proof: undefined }
      : await withPassword(key, await stretchApart(key, password));
  const reply = await call('POST /link/open', {
    headers: { 'x-link-token': token },
    body: { opener: kept.opener, ...(proof !== undefined && { password: proof }) },
  });
  if (!('sealed' in reply)) throw noReply();
  const left = link.viewsLeft === null || link.isOwn ? link.viewsLeft : link.viewsLeft - 1;
  const opened = kept.sealed ?? { ...link, viewsLeft: left };
  keepVisit(token, { ...kept, sealed: opened });
  const response = await fetch(reply.sealed.url).catch((error: unknown) => {
    throw noReply(error);
  });
  if (!response.ok || !response.body) throw noReply();
  const { text, files } = await open(material, chunksOf(response.body));
  const shown = await Promise.all(files.map(({ name, bytes }) => shownFile(name, bytes)));
  return { phase: 'opened', link: opened, text, files: shown };
}

export interface SealedVisitProps {
  token: string;
  /** What stands behind #, until it is kept by the tab. */
  fragment: string;
}

export function SealedVisit({ token, fragment }: SealedVisitProps) {
  const heading = usePageTitle(m.links_page_title());
  const navigate = useNavigate();
  const [visit, setVisit] = useState<Visit>({ phase: 'opening' });
  const [tries, setTries] = useState(0);
  const settle = useEffectEvent((found: Visit) => {
    setVisit(found);
    // What is damaged can be mended where it stands.
    if (found.phase !== 'incomplete' && found.phase !== 'insecure')
      void navigate({ hash: '' }, { replace: true });
  });
  const kept = fragment === '' ? (readVisit(token).fragment ?? '') : fragment;
  useEffect(() => {
    let isHere = true;
    void arrive(token, kept).then((found) => isHere && settle(found));
    return () => {
      isHere = false;
    };
  }, [token, kept, tries]);
  const files = visit.phase === 'opened' ? visit.files : undefined;
  useEffect(() => () => files?.forEach(({ url }) => URL.revokeObjectURL(url)), [files]);

  const reveal = async (password?: string) => {
    if (visit.phase !== 'waiting') return;
    try {
      setVisit(await openSealed(token, visit, password));
    } catch (error) {
      if (error instanceof SealBroken) setVisit({ phase: error.isNewer ? 'newer' : 'changed' });
      else if (error instanceof ApiError && error.status === 404) setVisit({ phase: 'gone' });
      else throw error;
    }
  };
  return (
    <>
      <PageHeader title={m.links_page_title()} headingRef={heading} />
      <PageBody className="flex flex-1 flex-col gap-4">
        {visit.phase === 'opening' && <AreaSpinner label={m.links_opening()} />}
        {visit.phase === 'waiting' && <RevealForm link={visit.link} onReveal={reveal} />}
        {visit.phase === 'opened' && <OpenedContent {...visit} />}
        <div role="alert">
          {visit.phase in WORDS && (
            <EmptyState
              icon={visit.phase === 'gone' ? Link2Off : ShieldAlert}
              text={WORDS[visit.phase as keyof typeof WORDS]()}
            />
          )}
        </div>
        {visit.phase === 'failed' && (
          <FailedState
            title={m.links_open_failed()}
            error={visit.error}
            onRetry={() => setTries(tries + 1)}
          />
        )}
      </PageBody>
    </>
  );
}

function OpenedContent({ link, text, files }: Extract<Visit, { phase: 'opened' }>) {
  const { viewsLeft, isOwn } = link;
  const left =
    isOwn === true
      ? m.links_own()
      : viewsLeft === null
        ? null
        : viewsLeft === 0
          ? m.links_sealed_last()
          : m.links_more_times({ count: viewsLeft });
  return (
    <div className="mx-auto flex w-full max-w-170 flex-col gap-5">
      {text !== '' && (
        <Card className="flex flex-col gap-3 p-5">
          <div className="flex justify-end">
            <Button
              variant="primary"
              className="max-md:h-13! max-md:w-full"
              onClick={() => void copyAndTell(text, m.ui_copied())}
            >
              {m.ui_copy()}
            </Button>
          </div>
          <p
            dir="auto"
            translate="no"
            className="text-md/[26px] wrap-anywhere whitespace-pre-wrap text-ink"
          >
            {text}
          </p>
        </Card>
      )}
      {left !== null && <p className="text-sm font-medium text-ink">{left}</p>}
      {files.length > 0 && (
        <ul aria-label={m.share_files()} className="flex flex-col gap-3">
          {files.map((file) => (
            <li key={file.url}>
              <OpenedFile {...file} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function OpenedFile({ name, size, url, isPicture }: ShownFile) {
  return (
    <Card className="overflow-hidden p-0!">
      {isPicture && (
        <img
          src={url}
          alt={m.ui_preview_of({ name })}
          className="max-h-[70dvh] w-full border-b border-line bg-sunken object-contain"
        />
      )}
      <div className="flex flex-wrap items-center gap-3 p-4">
        <FileIcon name={name} type="" />
        <div className="min-w-40 flex-1">
          <p className="truncate text-base text-ink">
            <bdi translate="no">{name}</bdi>
          </p>
          <p className="tabular text-sm text-muted">{fileSize(size)}</p>
        </div>
        <a
          href={url}
          download={name}
          className={buttonStyle('secondary')}
          aria-label={m.links_sealed_download({ name })}
        >
          <Download size={16} aria-hidden />
          {m.clips_download()}
        </a>
      </div>
    </Card>
  );
}
