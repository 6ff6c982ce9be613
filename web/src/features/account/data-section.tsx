import { Download } from 'lucide-react';
import { endedSession } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { useExport } from './account.api.ts';
import { say } from './account.messages.ts';
import { Section } from './section.tsx';

export function DataSection() {
  const download = useExport();
  const start = () =>
    download.mutate(undefined, {
      onSuccess: () => say.exported(),
      onError: (error) => void (endedSession(error) || say.exportFailed(error)),
    });
  return (
    <Section
      title="Your data"
      text="A ZIP with your profile, your clips, your desktop and the rooms you own, files included."
      action={
        <Button pending={download.isPending} onClick={start}>
          <Download size={16} aria-hidden />
          {download.isPending ? 'Preparing...' : 'Export my data'}
        </Button>
      }
    />
  );
}
