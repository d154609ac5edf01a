import type { InputOf, sandbox } from '@corridor/contract'
import { fail, formatId, ok } from '@corridor/domain'
import { partOf, success } from '../../api/handlers.ts'
import type { Caller } from '../../api/request/caller.ts'
import { detail, type Failure, valueOrThrow } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import { nameHolder, numberKeyOf } from '../../outside/payee-check/payee-check.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { openAccount } from '../accounts/external/secrets.ts'
import { findExternal } from '../accounts/external/service.ts'

type Input = InputOf<typeof sandbox.setBankName>['body']

/** What payees' banks answer, set by a test. */
export const payeeControls = (deps: Deps) =>
  partOf<typeof sandbox>()({
    setBankName: async (tx, { body }, caller) => {
      const numberKey = valueOrThrow(await keyOf(deps, tx, caller, body))
      const { unavailable } = body
      const name = body.name ?? ''
      const holder = unavailable ? { name: null } : name === '' ? undefined : { name }
      await nameHolder(tx, { partnerId: caller.partnerId, numberKey }, holder)
      await recordAudit(tx, caller, {
        action: 'sandbox.bank_name',
        object: { kind: 'partner', id: formatId('par', caller.partnerId) },
        after: { name, unavailable },
      })
      return success({ name: unavailable ? '' : name, unavailable }, 'The bank has this name.')
    },
  })

async function keyOf(deps: Deps, tx: Tx, caller: Caller, body: Input) {
  const { accountId, countryCode = '', number } = body
  if (accountId === undefined)
    return number === undefined ? fail(noNumber) : ok(keyOfNumber(countryCode, number))
  const account = await findExternal(tx, caller.partnerId, accountId)
  if (!account || account.sealed_account === null)
    return fail({ code: 'ACCOUNT_NOT_FOUND' as const })
  const place = deps.jurisdictions.byId(account.jurisdiction_id)?.countryCode ?? ''
  const members = openAccount(deps.kek, account, account.sealed_account)
  return ok(numberKeyOf({ countryCode: place, account: members }))
}

const keyOfNumber = (countryCode: string, number: string): string =>
  numberKeyOf({
    countryCode,
    account: /^[A-Z]{2}\d{2}[A-Z0-9 ]{11,}$/i.test(number)
      ? { bankIban: number }
      : { accountNumber: number },
  })

const noNumber: Failure<'FIELD_REQUIRED'> = {
  code: 'FIELD_REQUIRED',
  details: [detail('accountId', 'FIELD_REQUIRED', 'Name an account, or a number.')],
}
