import { toast } from '../../ui/toast.ts';
import { MAX_IMPORT_BYTES } from '@clipline/contract/limits.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ApiError, endedSession, failureText } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useExport, useImport } from './account.api.ts';
import { ImportSummary } from './import-summary.tsx';
import { Section } from '../../ui/section.tsx';

const whyImportFailed = (error: unknown): string =>
  error instanceof ApiError && error.status === 0
    ? m.account_import_interrupted()
    : failureText(error, m.account_import_failed());

export function DataSection() {
  const download = useExport();
  const upload = useImport();
  const [refused, setRefused] = useState<string | null>(null);
  const start = () =>
    download.mutate(undefined, {
      onSuccess: () =>
        void toast.success(m.account_download_started(), m.account_download_started_text()),
    });
  const choose = ([file]: File[]) => {
    if (!file || upload.isPending) return;
    upload.reset();
    const tooLarge = file.size > MAX_IMPORT_BYTES;
    setRefused(tooLarge ? m.account_import_too_large({ name: file.name }) : null);
    if (!tooLarge)
      upload.mutate(file, {
        onError: (error) => setRefused(endedSession(error) ? null : whyImportFailed(error)),
      });
  };
  return (
    <Section
      title={m.account_data()}
      text={m.account_data_text()}
      action={
        <div className="flex flex-wrap gap-2">
          <Button pending={download.isPending} onClick={start}>
            {!download.isPending && <Download size={16} aria-hidden />}
            {download.isPending ? m.account_export_preparing() : m.account_export()}
          </Button>
          <FilePicker
            multiple={false}
            accept=".zip,application/zip"
            pending={upload.isPending}
            onFiles={choose}
          >
            {m.account_import()}
          </FilePicker>
        </div>
      }
    >
      {upload.isPending && <Sending name={upload.variables.name} share={upload.share} />}
      {refused && (
        <p role="alert" className="text-sm text-danger">
          {refused}
        </p>
      )}
      {upload.data && <ImportSummary result={upload.data} />}
    </Section>
  );
}

/** The amount is known while it is sent; how long the rest takes depends on what is in it. */
function Sending({ name, share }: { name: string; share: number }) {
  const text = share < 1 ? m.account_import_sending({ name }) : m.account_import_working();
  return (
    <div role="status" className="flex flex-col gap-2 text-sm text-body">
      <p dir="auto">{text}</p>
      <Progress label={text} {...(share < 1 && { value: share })} />
    </div>
  );
}
