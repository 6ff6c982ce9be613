import { Download } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';

/** Idle, 'Downloading...', idle again. */
export function DownloadButton({ onDownload }: { onDownload: () => Promise<void> }) {
  const [running, setRunning] = useState(false);
  const download = async () => {
    setRunning(true);
    await onDownload().finally(() => setRunning(false));
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      className="px-2! touch:px-2!"
      pending={running}
      onClick={() => void download()}
    >
      {!running && <Download size={16} aria-hidden />}
      {running ? m.desktop_downloading() : m.desktop_download()}
    </Button>
  );
}
