import type { Link } from '@clipline/contract/schemas/links.ts';
import { m } from '../paraglide/messages.js';
import { Dialog } from '../ui/dialog.tsx';
import { SharePanel } from './share-panel.tsx';

export { LinkFormDialog as form } from './link-form-dialog.tsx';
export { OpeningsDialog as openings } from './openings-dialog.tsx';

function CodeDialog({ link }: { link: Link }) {
  return (
    <Dialog title={m.links_qr()}>
      <SharePanel link={link.url} label={m.links_qr()} caption={m.clips_share_scan()} />
    </Dialog>
  );
}

export { CodeDialog as code };
