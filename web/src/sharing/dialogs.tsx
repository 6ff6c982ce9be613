import type { Link } from '@clipline/contract/schemas/links.ts';
import { m } from '../paraglide/messages.js';
import { Dialog } from '../ui/dialog.tsx';
import { GoneDialog } from '../ui/overlays.tsx';
import { type LinksAsked, useListed } from './links.api.ts';
import { SharePanel } from './share-panel.tsx';

export { LinkFormDialog as form } from './link-form-dialog.tsx';
export { SealDialog as seal } from './seal-dialog.tsx';
export { OpeningsDialog as openings } from './openings-dialog.tsx';

interface CodeDialogProps {
  link: Link;
  /** The list that it was opened from. */
  asked: LinksAsked;
}

function CodeDialog({ link, asked }: CodeDialogProps) {
  const listed = useListed(link, asked);
  if (!listed) return <GoneDialog />;
  return (
    <Dialog title={m.links_qr()}>
      <SharePanel link={listed.url} label={m.links_qr()} caption={m.clips_share_scan()} />
    </Dialog>
  );
}

export { CodeDialog as code };
