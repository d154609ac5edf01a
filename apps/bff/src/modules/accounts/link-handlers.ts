import type { externalAccounts } from '@corridor/contract'
import { type Handlers, inTwoParts, success } from '../../api/handlers.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { accountBody } from './external/view.ts'
import type { Completed, LinkService, ScreenedChoice } from './linking/service.ts'

type Complete = typeof externalAccounts.completeLink

const valueOrThrow = answersFor({
  ACCOUNT_TYPE_NOT_ALLOWED: 'Accounts of this jurisdiction cannot be linked.',
})

/** Links on which customers choose bank accounts of theirs. */
export function linkHandlers(
  links: LinkService,
  deps: Pick<Deps, 'jurisdictions'>,
): Pick<Handlers<typeof externalAccounts>, 'linkToken' | 'completeLink'> {
  return {
    linkToken: async (tx, { body }, caller) => {
      const made = valueOrThrow(await links.make(tx, caller, body))
      return success({ ...made, expiresAt: made.expiresAt.toISOString() }, 'Link made.')
    },
    completeLink: inTwoParts<Complete, ScreenedChoice>({
      before: ({ body }, caller) => links.screenChoice(caller, body),
      handle: async (tx, { body }, caller, screened) => {
        const done = valueOrThrow(await links.complete(tx, caller, body, screened))
        const accounts = done.rows.map((row) => accountBody(deps, row))
        return success({ status: done.status, accounts }, messageOf(done))
      },
    }),
  }
}

function messageOf({ status, isNew }: Completed): string {
  if (status === 'PENDING') return 'The customer has not chosen yet.'
  return isNew ? 'Accounts linked.' : 'The accounts are already linked.'
}
