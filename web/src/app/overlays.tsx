import { Toaster } from '../ui/toaster.tsx';
import { TooltipLayer } from '../ui/tooltip-layer.tsx';

/** What floats above every page. */
export default function Overlays() {
  return (
    <>
      <Toaster />
      <TooltipLayer />
    </>
  );
}
