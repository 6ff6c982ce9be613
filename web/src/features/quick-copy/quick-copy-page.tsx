import { usePageTitle } from '../../lib/page-title.ts';
import { m } from '../../paraglide/messages.js';

export default function QuickCopyPage() {
  const heading = usePageTitle(m.app_quick_copy());
  return (
    <div className="flex flex-1 items-center justify-center px-6 text-center">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
        {m.app_quick_copy_text()}
      </h1>
    </div>
  );
}
