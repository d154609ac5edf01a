import type { externalAccounts } from '@corridor/contract'
import type { Caller } from '../../api/request/caller.ts'
import {
  type AnswerHeaders,
  AnswerWithHeaders,
  type Handlers,
  inTwoParts,
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
import { linkHandlers } from './link-handlers.ts'
import type { LinkService } from './linking/service.ts'
import { requirementHandlers } from './requirement-handlers.ts'
import type { LookUp } from '../screening/screen.ts'
import { createRequirementService } from './requirements/service.ts'
import type { ExternalAccountRow } from '../../db/schema/rows.ts'
import { executionId, formatId } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import { recordAudit } from '../../records/audit/audit.ts'

export type ExternalServices = { external: ExternalService; adding: Adding; links: LinkService }

export const valueOrThrow = answersFor({
  RECORD_NOT_FOUND: 'No jurisdiction has this id.',
  ACCOUNT_TYPE_NOT_ALLOWED: 'The jurisdiction has no accounts of this type.',
})

export function externalHandlers(
  { external, adding, links }: ExternalServices,
  deps: Deps,
): Handlers<typeof externalAccounts> {
  return {
    ...requirementHandlers(createRequirementService(deps)),
    ...externalChangeHandlers(external),
    ...linkHandlers(links, deps),
    addExternal: inTwoParts<Add, Looked>({
      before: async ({ body }, { partnerId }) => ({ found: await adding.prepare(partnerId, body) }),
      handle: async (tx, { body }, caller, { found }) => {
        const added = valueOrThrow(await adding.add(tx, caller, body, found))
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
    listExternal: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'accounts', query)
      const { items, pagination } = await external.list(tx, caller, query, page)
      return { success: true, data: items.map((row) => accountBody(deps, row)), pagination }
    },
    listExternalOfEntity: async (tx, { params, query }, caller) => {
      const page = readPage(deps, caller, `accounts:${params.entityId}`, query)
      const listed = valueOrThrow(
        await external.listOfEntity(tx, caller, params.entityId, query, page),
      )
      const data = listed.items.map((row) => accountBody(deps, row))
      return { success: true, data, pagination: listed.pagination }
    },
  }
}

type Add = typeof externalAccounts.addExternal
/** What the lists say of the holder. */
export type Looked = { found: LookUp | undefined }

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
  { row, existed, ignored }: Added,
  isDryRun: boolean,
) {
  const { accountId, ...facts } = accountBody(deps, row)
  const headers: AnswerHeaders =
    ignored.length > 0 ? { 'X-Ignored-Fields': ignored.join('\n') } : {}
  const message = existed
    ? 'This account already exists.'
    : isDryRun
      ? 'The account would be accepted; nothing was stored.'
      : 'Account added.'
  const data = isDryRun ? facts : { ...facts, accountId }
  const created = !existed && !isDryRun
  return new AnswerWithHeaders({ success: true as const, message, created, data }, headers)
}
