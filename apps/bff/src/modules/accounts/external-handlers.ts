import type { entityAccounts, externalAccounts, InputOf } from '@corridor/contract'
import { executionId, formatId } from '@corridor/domain'
import type { Caller } from '../../api/request/caller.ts'
import {
  type AnswerHeaders,
  AnswerWithHeaders,
  type Handlers,
  inTwoParts,
  listed,
  success,
} from '../../api/handlers.ts'
import { readPage } from '../../api/request/paging.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Added, Adding } from './external/adding.ts'
import { externalChangeHandlers } from './external/changes.ts'
import { openAccount } from './external/secrets.ts'
import type { ExternalService } from './external/service.ts'
import { accountBody } from './external/view.ts'
import type { Completed, LinkService } from './linking/service.ts'
import type { ProofService } from './proof/service.ts'
import { createRequirementService } from './requirements/service.ts'
import type { ExternalAccountRow } from '../../db/schema/rows.ts'
import type { Tx } from '../../db/open.ts'
import { recordAudit } from '../../records/audit/audit.ts'

export type ExternalServices = {
  external: ExternalService
  adding: Adding
  links: LinkService
  proofs: ProofService
}

export const valueOrThrow = answersFor({
  RECORD_NOT_FOUND: 'No jurisdiction has this id.',
  ACCOUNT_TYPE_NOT_ALLOWED: 'The jurisdiction has no accounts of this type.',
})

const linkOrThrow = answersFor({
  ACCOUNT_TYPE_NOT_ALLOWED: 'Accounts of this jurisdiction cannot be linked.',
})

export function externalHandlers(
  { external, adding, links }: ExternalServices,
  deps: Deps,
): Handlers<typeof externalAccounts> {
  const rules = createRequirementService(deps)
  return {
    ...externalChangeHandlers(external),
    requirements: (_tx, { query }) => Promise.resolve(success(valueOrThrow(rules.read(query)))),
    evaluate: async (tx, { query, body }, caller) => {
      const data = valueOrThrow(await rules.evaluate(tx, caller, query, body))
      const message =
        data.issues.length === 0 ? 'Nothing is wrong so far.' : 'Some fields are not valid.'
      return success(data, message)
    },
    linkToken: async (tx, { body }, caller) => {
      const made = linkOrThrow(await links.make(tx, caller, body))
      return success({ ...made, expiresAt: made.expiresAt.toISOString() }, 'Link made.')
    },
    completeLink: inTwoParts({
      before: ({ body }, caller) => links.screenChoice(caller, body),
      handle: async (tx, { body }, caller, screened) => {
        const done = linkOrThrow(await links.complete(tx, caller, body, screened))
        const accounts = done.rows.map((row) => accountBody(deps, row))
        return success({ status: done.status, accounts }, messageOf(done))
      },
    }),
    addExternal: inTwoParts({
      before: ({ body }, { partnerId }) => adding.prepare(partnerId, body),
      handle: async (tx, { body }, caller, asked) => {
        const added = valueOrThrow(await adding.add(tx, caller, body, asked))
        return addedAnswer(deps, added, body.dryRun === true)
      },
    }),
    readExternal: async (tx, { params }, caller) => {
      const read = valueOrThrow(await external.read(tx, caller, params.accountId))
      return success(await detailBody(deps, tx, caller, read))
    },
    revealExternal: async (tx, { params, body }, caller) => {
      const read = valueOrThrow(await external.reveal(tx, caller, params.accountId, body.reason))
      return success(wholeBody(deps, read), 'Put on record.')
    },
    listExternal: listed(deps, 'accounts', external.list),
    listExternalOfEntity: accountsOfEntity(external, deps),
  }
}

/** The accounts of one customer, in either place. */
export const accountsOfEntity =
  (external: ExternalService, deps: Deps) =>
  async (tx: Tx, { params, query }: OfEntity, caller: Caller) => {
    const page = readPage(deps, caller, `accounts:${params.entityId}`, query)
    const { items, pagination } = valueOrThrow(
      await external.listOfEntity(tx, caller, params.entityId, query, page),
    )
    return { success: true as const, data: items, pagination }
  }
type OfEntity = Pick<InputOf<typeof entityAccounts.listOfEntity>, 'params' | 'query'>

function messageOf({ status, isNew }: Completed): string {
  if (status === 'PENDING') return 'The customer has not chosen yet.'
  return isNew ? 'Accounts linked.' : 'The accounts are already linked.'
}

type Read = {
  account: ExternalAccountRow
  transfers: { id: string; kind: string; status: string; created_at: Date }[]
  routes: string[]
}

/**
 * One account with what uses it. A key that may read them is shown whole numbers; a member of the
 * dashboard only by revealing them. Both are put on record.
 */
export async function detailBody(deps: Deps, tx: Tx, caller: Caller, read: Read) {
  const isWhole = !caller.isConsole && caller.scopes.has('accounts:read_sensitive')
  if (!isWhole || read.account.sealed_account === null) return maskedBody(deps, read)
  const id = formatId('acc', read.account.id)
  await recordAudit(tx, caller, {
    action: 'account.read_whole',
    object: { kind: 'external_account', id },
  })
  return wholeBody(deps, read)
}

function maskedBody(deps: Deps, { account, transfers, routes }: Read) {
  const recentTransfers = transfers.map((transfer) => ({
    executionId: executionId(transfer),
    status: transfer.status,
    createdAt: transfer.created_at.toISOString(),
  }))
  return { ...accountBody(deps, account), routes, recentTransfers }
}

function wholeBody(deps: Deps, read: Read) {
  const { account } = read
  const sealed = account.sealed_account
  const body = maskedBody(deps, read)
  return sealed === null ? body : { ...body, account: openAccount(deps.kek, account, sealed) }
}

/** The answer of add; numbers are masked, because it may be kept under an Idempotency-Key. */
export function addedAnswer(
  deps: Pick<Deps, 'jurisdictions'>,
  { row, existed, ignored, note }: Added,
  isDryRun: boolean,
) {
  const { accountId, ...facts } = accountBody(deps, row)
  const headers: AnswerHeaders =
    ignored.length > 0 ? { 'X-Ignored-Fields': ignored.join('\n') } : {}
  const outcome = existed
    ? 'This account already exists.'
    : isDryRun
      ? 'The account would be accepted; nothing was stored.'
      : 'Account added.'
  const message = [outcome, note].filter(Boolean).join(' ')
  const data = isDryRun ? facts : { ...facts, accountId }
  const created = !existed && !isDryRun
  return new AnswerWithHeaders({ success: true as const, message, created, data }, headers)
}
