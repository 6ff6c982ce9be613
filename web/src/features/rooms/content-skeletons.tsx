import { m } from '../../paraglide/messages.js';
import { CardSkeletons } from '../../ui/card-skeletons.tsx';

export const ContentSkeletons = () => <CardSkeletons label={m.rooms_content_loading()} count={6} />;
