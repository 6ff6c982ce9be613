import {
  LINK_LABEL_LENGTH,
  MAX_LINK_PASSWORD_LENGTH,
  MAX_LINK_VIEWS,
  MIN_LINK_PASSWORD_LENGTH,
} from '@clipline/contract/limits.ts';
import { sealedLimits } from '@clipline/contract/sealed.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, TriangleAlert, Wand2, X } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { failureText } from '../lib/api-error.ts';
import { maxFileBytes } from '../lib/browser.ts';
import { copyComing } from '../lib/copy.ts';
import { fileSize, wholeSize } from '../lib/format.ts';
import { m } from '../paraglide/messages.js';
import { FileIcon } from '../things/files.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { copyAndTell } from '../ui/copy-text.ts';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { Checkbox, Field, InputField, Textarea } from '../ui/field.tsx';
import { FilePicker } from '../ui/file-picker.tsx';
import { Notice } from '../ui/notice.tsx';
import { useOverlay } from '../ui/overlays.tsx';
import { InOrder } from '../ui/slots.tsx';
import { toast } from '../ui/toast.ts';
import { useForm } from '../ui/use-form.ts';
import { ChoiceButton } from './expiry-choice.tsx';
import { CHOICES, fourWords, PERIODS, type Period } from './link-limits.ts';
import { LINKS } from './links.api.ts';
import { reachable } from './reachable.ts';
import { fileToSeal, type Sealed, sealing } from './sealing.ts';
import { CodeFigure, LinkField } from './share-panel.tsx';

export interface SealDialogProps {
  text?: string;
  clip?: {
    readonly text: string;
    readonly files: readonly StoredFile[];
    readonly remove: () => void;
  };
  /** With what was typed, where nothing was sealed. */
  onCancel?: (text: string) => void;
}

type Opens = 'once' | 'three' | 'times' | 'unlimited';
const OPENS: readonly { readonly value: Opens; readonly label: string }[] = [
  { value: 'once', label: m.links_once() },
  { value: 'three', label: m.links_three_times() },
  { value: 'times', label: m.links_n_times() },
  { value: 'unlimited', label: m.links_without_limit() },
];
const EXPIRES = CHOICES.filter((choice): choice is { value: Period; label: string } =>
  Object.hasOwn(PERIODS, choice.value),
);

interface ChoiceRowProps<T extends string> {
  label: string;
  options: readonly { readonly value: T; readonly label: string }[];
  value: T;
  onValueChange: (value: T) => void;
}

function ChoiceRow<T extends string>({ label, options, value, onValueChange }: ChoiceRowProps<T>) {
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-1.5">
      <p aria-hidden className="text-sm text-body">
        {label}
      </p>
      <div className="grid grid-cols-2 gap-1.5 md:flex md:*:flex-auto md:*:px-2!">
        {options.map((option) => (
          <ChoiceButton
            key={option.value}
            label={option.label}
            isPressed={option.value === value}
            onClick={() => onValueChange(option.value)}
          />
        ))}
      </div>
    </div>
  );
}

/** A file of a clip is fetched when it is sealed. */
async function fetched({ url, name, type }: StoredFile): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(m.links_seal_unread({ name }));
  return new File([await response.blob()], name, { type });
}

export function SealDialog({ text: typed = '', clip, onCancel }: SealDialogProps) {
  const { close } = useOverlay();
  const client = useQueryClient();
  const [text, setText] = useState(clip?.text ?? typed);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [expires, setExpires] = useState<Period>('day');
  const [opens, setOpens] = useState<Opens>('once');
  const [hasPassword, setHasPassword] = useState(false);
  const [password, setPassword] = useState('');
  const [notify, setNotify] = useState(false);
  const [removes, setRemoves] = useState(false);
  const [sealed, setSealed] = useState<Sealed>();
  const [sealAndShare] = useState(sealing);
  const parts: readonly Pick<File, 'name' | 'size' | 'type'>[] = clip?.files ?? files;

  const viewsOf = (times: string | undefined) =>
    ({ once: 1, three: 3, times: Number(times), unlimited: null })[opens];
  const { content: limit } = sealedLimits(maxFileBytes());
  const tooLarge = (): string | undefined => {
    const sizes = [new Blob([text]).size, ...parts.map(({ size }) => size)];
    if (sizes.reduce((sum, size) => sum + size, 0) <= limit) return undefined;
    const largest = Math.max(...sizes);
    const file = parts.find(({ size }) => size === largest)?.name ?? m.links_seal_text();
    return m.links_seal_too_large({ file, limit: wholeSize(limit) });
  };

  const { errors, failure, pending, form } = useForm<'times' | 'password' | 'label' | 'whole'>({
    check({ times }) {
      const views = viewsOf(times);
      return {
        times:
          views === null || (Number.isInteger(views) && views >= 1 && views <= MAX_LINK_VIEWS)
            ? undefined
            : m.links_how_often_bad(),
        password:
          hasPassword && password.length < MIN_LINK_PASSWORD_LENGTH
            ? m.links_password_bad()
            : undefined,
        whole: text === '' && parts.length === 0 ? m.links_seal_nothing() : tooLarge(),
      };
    },
    async send({ times, label }) {
      const work = async () => {
        const all = clip ? await Promise.all(clip.files.map(fetched)) : files;
        return sealAndShare({
          text,
          files: all.map(fileToSeal),
          link: {
            expiresIn: PERIODS[expires],
            maxViews: viewsOf(times),
            label: label.trim() === '' ? null : label,
            notify,
          },
          password: hasPassword ? password : '',
        });
      };
      const made = work();
      const copied = copyComing(made.then(({ url, fragment }) => reachable(`${url}#${fragment}`)));
      setSealed(await made);
      void client.invalidateQueries({ queryKey: LINKS });
      if (removes) clip?.remove();
      if (await copied) toast.success(m.sharing_copied());
    },
  });

  if (sealed) return <SealedDone sealed={sealed} onDone={close} />;

  const add = (more: readonly File[]) => setFiles((now) => [...now, ...more]);
  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      event.stopPropagation();
      add([...event.dataTransfer.files]);
    },
  };
  return (
    <FormDialog
      title={m.links_seal_title()}
      size="share"
      submit={m.links_seal_submit()}
      pending={pending}
      onClose={() => clip || onCancel?.(text)}
      failure={
        errors.whole ??
        (failure === null
          ? undefined
          : failure instanceof Error && failure.name === 'Error'
            ? failure.message
            : failureText(failure))
      }
      {...form}
    >
      <div className="flex flex-col gap-5 md:flex-row md:gap-6">
        <div className="flex min-w-0 flex-col gap-5 md:flex-1">
          {clip ? (
            <p className="text-sm text-body">{m.links_seal_copy()}</p>
          ) : (
            <div className="flex flex-col gap-2.5" {...drop}>
              <Field label={m.links_seal_text()}>
                {(control) => (
                  <Textarea
                    {...control}
                    value={text}
                    onChange={(event) => setText(event.target.value)}
                    className="min-h-24"
                  />
                )}
              </Field>
              <div className="flex">
                <FilePicker size="sm" onFiles={add}>
                  {m.links_seal_add()}
                </FilePicker>
              </div>
            </div>
          )}
          {parts.length > 0 && (
            <ul aria-label={m.share_files()} className="flex flex-col gap-1.5">
              <InOrder of={parts}>
                {(part) => (
                  <li className="flex min-w-0 items-center gap-3">
                    <FileIcon name={part.name} type={part.type} />
                    <bdi translate="no" className="min-w-0 flex-1 truncate text-sm text-ink">
                      {part.name}
                    </bdi>
                    <span className="tabular shrink-0 text-xs text-muted">
                      {fileSize(part.size)}
                    </span>
                    {!clip && (
                      <IconButton
                        icon={X}
                        size="sm"
                        label={m.ui_remove({ name: part.name })}
                        onClick={() => setFiles(files.filter((each) => each !== part))}
                      />
                    )}
                  </li>
                )}
              </InOrder>
            </ul>
          )}
          <ChoiceRow
            label={m.links_expires()}
            options={EXPIRES}
            value={expires}
            onValueChange={setExpires}
          />
          <div className="flex flex-col gap-2">
            <ChoiceRow
              label={m.links_opens()}
              options={OPENS}
              value={opens}
              onValueChange={setOpens}
            />
            {opens === 'times' && (
              <InputField
                label={m.links_how_often()}
                error={errors.times}
                inputMode="numeric"
                name="times"
                defaultValue="5"
              />
            )}
            {opens === 'once' && <p className="text-sm text-muted">{m.links_seal_scanners()}</p>}
          </div>
          <div className="flex flex-col gap-3">
            <Checkbox
              label={m.links_password()}
              checked={hasPassword}
              onCheckedChange={setHasPassword}
            />
            {hasPassword && (
              <InputField
                label={m.links_password()}
                error={errors.password}
                hint={m.links_password_hint()}
                aside={
                  <Button size="sm" variant="ghost" onClick={() => setPassword(fourWords())}>
                    <Wand2 size={16} aria-hidden />
                    {m.links_propose()}
                  </Button>
                }
                name="password"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={MAX_LINK_PASSWORD_LENGTH}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </div>
          <InputField
            label={m.links_label()}
            hint={m.links_label_hint()}
            name="label"
            dir="auto"
            maxLength={LINK_LABEL_LENGTH}
          />
          <Checkbox label={m.links_notify()} checked={notify} onCheckedChange={setNotify} />
          {clip && (
            <Checkbox
              label={m.links_seal_remove()}
              checked={removes}
              onCheckedChange={setRemoves}
            />
          )}
        </div>
        <p className="flex gap-2.5 self-start rounded-card bg-sunken p-4 text-xs text-muted md:w-48 md:shrink-0 md:flex-col">
          <ShieldCheck size={18} aria-hidden className="shrink-0 text-accent" />
          <span>{m.links_seal_truth()}</span>
        </p>
      </div>
    </FormDialog>
  );
}

const copy = (text: string | Promise<string>) => void copyAndTell(text, m.ui_copied());

/** Closed by its own button alone: nobody can show it again. */
function SealedDone({ sealed: { url, fragment }, onDone }: { sealed: Sealed; onDone: () => void }) {
  const whole = `${url}#${fragment}`;
  return (
    <Dialog
      title={m.links_seal_done()}
      size="share"
      stays
      footer={<Button onClick={onDone}>{m.programs_done()}</Button>}
    >
      <div className="flex flex-col gap-4 md:flex-row md:gap-6">
        <div className="flex min-w-0 flex-col gap-4 md:flex-1">
          <LinkField link={whole} label={m.links_seal_link()} />
          <div className="-ms-2.5 flex flex-wrap">
            <Button variant="ghost" size="sm" onClick={() => copy(reachable(url))}>
              {m.links_seal_copy_bare()}
            </Button>
            <Button variant="ghost" size="sm" onClick={() => copy(fragment)}>
              {m.links_seal_copy_key()}
            </Button>
          </div>
          <Notice icon={TriangleAlert} tone="warn">
            {m.links_seal_once()}
          </Notice>
        </div>
        <CodeFigure link={whole} caption={m.links_seal_scan()} large />
      </div>
    </Dialog>
  );
}
