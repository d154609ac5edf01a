import type { AccountChanged, externalAccounts } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import type { z } from 'zod'
import { inTwoParts, partOf, success } from '../../../api/handlers.ts'
import { valueOrThrow } from '../../../api/request/refusal.ts'
import type { Changed, ExternalService } from './service.ts'

/** Enabling, disabling and deleting external accounts. */
export function externalChangeHandlers(service: ExternalService) {
  return partOf<typeof externalAccounts>()({
    enable: inTwoParts({
      before: ({ body }, caller) => service.askAboutStop(caller, body.accountId),
      handle: async (tx, { body }, caller) => {
        const changed = valueOrThrow(await service.toggle(tx, caller, 'enable', body))
        const message = moved(changed) ? 'Account enabled.' : 'The account is already enabled.'
        return success(changedBody(changed), message)
      },
    }),
    disable: async (tx, { body }, caller) => {
      const changed = valueOrThrow(await service.toggle(tx, caller, 'disable', body))
      const message = moved(changed) ? 'Account disabled.' : 'The account is already disabled.'
      return success(changedBody(changed), message)
    },
    deleteExternal: async (tx, { params }, caller) => {
      const removed = await service.remove(tx, caller, { ...params, reason: '' })
      return deletedBody(valueOrThrow(removed))
    },
    deleteExternalByPost: async (tx, { body }, caller) =>
      deletedBody(valueOrThrow(await service.remove(tx, caller, body))),
  })
}

const moved = ({ row, previous }: Changed) => row.status !== previous

export const deletedBody = (changed: Changed) => success(changedBody(changed), 'Account deleted.')

function changedBody({ row, previous, routes }: Changed): z.output<typeof AccountChanged> {
  return {
    accountId: formatId('acc', row.id),
    status: row.status,
    previousStatus: previous,
    affectedRoutes: routes,
  }
}
