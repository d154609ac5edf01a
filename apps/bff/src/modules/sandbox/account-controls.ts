import type { sandbox } from '@corridor/contract'
import type { Handlers } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { valueOrThrow } from '../../api/request/refusal.ts'
import type { ExternalService } from '../accounts/external/service.ts'
import { accountBody } from '../accounts/external/view.ts'

/** What a bank does to an external account, done by a test (operations.md 14). */
export function accountControls(
  service: ExternalService,
  deps: Pick<Deps, 'jurisdictions'>,
): Pick<Handlers<typeof sandbox>, 'setAccountStatus'> {
  return {
    setAccountStatus: async (tx, { params, body }, caller) => {
      const changed = valueOrThrow(await service.setStatus(tx, caller, { ...params, ...body }))
      const { row, previous } = changed
      const message =
        row.status === previous ? `The account is already ${row.status}.` : 'Account status set.'
      return { success: true, message, data: accountBody(deps, row) }
    },
  }
}
