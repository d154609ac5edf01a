import type { sandbox } from '@corridor/contract'
import type { Handlers } from '../../api/handlers.ts'
import { valueOrThrow } from '../../api/request/refusal.ts'
import type { KycService } from '../kyc/service.ts'

/** Decides verifications as the service's own people would (operations.md 14). */
export function kycControls({
  decisions,
  status,
}: KycService): Pick<Handlers<typeof sandbox>, 'decideKyc'> {
  return {
    decideKyc: async (tx, { params, body }, caller) => {
      const { record, isChanged } = valueOrThrow(
        await decisions.decideFreely(tx, caller, params.entityId, body),
      )
      const message = isChanged ? 'Verification decided.' : 'This was decided so already.'
      return { success: true, message, data: await status.view(tx, record) }
    },
  }
}
