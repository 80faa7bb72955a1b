import { reminderTexts } from './reminder-texts.ts';
import { Dialog } from '../kernel/ui/overlays/dialog.tsx';
import { CalendarAddress } from './calendar-address.tsx';
import { ReminderControl } from './reminder-control.tsx';

interface RemindersDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** Every way to be told of a deadline, for who has no vault yet too: bonds and sell requests have some as well. */
export default function RemindersDialog({ userId, onClose }: RemindersDialogProps) {
  const { title, description } = reminderTexts.dialog;
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <ReminderControl userId={userId} />
      <CalendarAddress userId={userId} />
    </Dialog>
  );
}
