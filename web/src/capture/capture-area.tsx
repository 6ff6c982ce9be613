import { m } from '../paraglide/messages.js';
import { PageDropTarget } from '../ui/page-drop-target.tsx';
import { useCapture } from './use-capture.ts';

export function CaptureArea() {
  const capture = useCapture();
  return (
    <PageDropTarget
      label={m.capture_drop()}
      onText={(text, _at, picture) => void capture.text(text, picture)}
      onFiles={(files) => void capture.files(files)}
    />
  );
}
