import { codeLabel } from '../../ui/format/status.ts'

const waiting: Record<string, string> = {
  partner: 'You',
  customer: 'The customer',
  service: 'Corridor review',
}

/** Who has to act next; nobody when the verification is at its end. */
export function waitingText(waitingOn: string | null): string {
  if (waitingOn === null) return 'None'
  return waiting[waitingOn] ?? codeLabel(waitingOn)
}
