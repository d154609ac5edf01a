import type { Tx } from '../../db/open.ts'
import { recordAudit } from './audit.ts'
import { operatorPartnerId } from './operator.ts'

/** A file of a bank that was not taken in: of an account that is not the service's, or unreadable. */
export const recordRefusal = (tx: Tx, { name, reason }: { name: string; reason: string }) =>
  recordAudit(
    tx,
    {
      partnerId: operatorPartnerId,
      actor: { type: 'service', id: 'bank files' },
      requestId: '',
    },
    {
      action: 'bank_file.refuse',
      object: { kind: 'bank_file', id: name },
      after: { reason },
      reason,
    },
  )
