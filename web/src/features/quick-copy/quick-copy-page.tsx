import { usePageTitle } from '../../lib/page-title.ts';

export default function QuickCopyPage() {
  const heading = usePageTitle('Quick Copy');
  return (
    <div className="flex flex-1 items-center justify-center px-6 text-center">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
        Copy Anything From Screen Coming Soon
      </h1>
    </div>
  );
}
