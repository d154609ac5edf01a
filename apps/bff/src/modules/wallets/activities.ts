import { fail, ok, parseId, type Result } from '@corridor/domain'
import type { Executed, Prepare, Prepared } from '@corridor/signer'
import type { Caller } from '../../api/request/caller.ts'
import { detail } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import type { TokenJurisdiction } from '../../ports/jurisdictions.ts'
import { type AuthChoice, readMethod } from './authentication.ts'
import type { WalletOwner } from './owner.ts'
import { refusalOf, type WalletFailure } from './signer-failures.ts'
import * as store from './store.ts'
import type { EntityRow } from '../../db/schema/rows.ts'

export type ActivityType = Prepare['type']
export type Summary = { title: string; lines: string[]; risks: string[] }
export type PreparedActivity = Prepared & { entity: EntityRow; request: object; summary: Summary }
export type Stamped = {
  activityId: string
  payloadSignature: string
  signatureType: string
  attestation?: unknown
}
export type SubmittedActivity = { executed: Executed; activity: store.WalletActivity }

/** The n-th account of a jurisdiction; the first address serves all tokens of an EVM chain. */
const evmPath = (index: number) => `m/44'/60'/0'/0/${index}`
const evmAccount = (path: string) => ({
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
})

/** Two-step operations: prepare hands out the text to sign, submit brings the stamp over it. */
export function createActivities(deps: Deps, owner: WalletOwner) {
  return { prepareAuth, prepareWallet, prepareAccount, preparePasskey, recordPrepared, submit }

  async function prepareAuth(caller: Caller, entityId: string, request: AuthChoice) {
    const method = readMethod(request)
    if (!method.ok) return method
    return prepare(caller, entityId, 'ACTIVITY_TYPE_CREATE_AUTH_METHOD', method.value, {
      title: `Add ${method.value.authType} as a primary method`,
      lines: [
        `Method: ${method.value.authType}`,
        ...(method.value.contact ? [`Contact: ${method.value.contact}`] : []),
      ],
      risks: ['Whoever controls this method can sign for every wallet of the entity.'],
    })
  }

  async function prepareWallet(
    caller: Caller,
    entityId: string,
    request: { walletName: string; accounts?: { jurisdictionId: string }[] | undefined },
  ) {
    const found = (request.accounts ?? []).map(({ jurisdictionId }) =>
      deps.jurisdictions.tokenById(jurisdictionId),
    )
    const missing = found.indexOf(undefined)
    if (missing >= 0) return unknownJurisdiction(`accounts.${missing}.jurisdictionId`)
    const jurisdictions = found.filter(
      (jurisdiction): jurisdiction is TokenJurisdiction => jurisdiction !== undefined,
    )
    const parameters = {
      walletName: request.walletName,
      accounts: jurisdictions.map(({ id }, i) =>
        evmAccount(evmPath(jurisdictions.slice(0, i).filter((before) => before.id === id).length)),
      ),
    }
    const summary = {
      title: `Create wallet “${request.walletName}”`,
      lines: jurisdictions.map(({ name }) => `Account: ${name}`),
      risks: [],
    }
    const asked = {
      walletName: request.walletName,
      jurisdictionIds: jurisdictions.map(({ id }) => id),
    }
    return prepare(caller, entityId, 'ACTIVITY_TYPE_CREATE_WALLET', parameters, summary, asked)
  }

  async function prepareAccount(
    caller: Caller,
    entityId: string,
    request: { walletId: string; jurisdictionId: string; path?: string | undefined },
  ) {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const walletId = parseId('wal', request.walletId)
    const wallet =
      walletId &&
      (await deps.db.withPartner(caller.partnerId, (tx) =>
        store.findWallet(tx, caller.partnerId, entity.value.id, walletId),
      ))
    if (!wallet)
      return fail({
        code: 'WALLET_NOT_FOUND' as const,
        details: [
          detail('walletId', 'WALLET_NOT_FOUND', 'This entity has no wallet with this id.'),
        ],
      })
    const jurisdiction = deps.jurisdictions.tokenById(request.jurisdictionId)
    if (!jurisdiction) return unknownJurisdiction('jurisdictionId')
    const parameters = {
      walletId: request.walletId,
      accounts: [evmAccount(request.path ?? (await freePath(caller, wallet, jurisdiction.id)))],
    }
    const summary = {
      title: `Add an account to “${wallet.name}”`,
      lines: [`Account: ${jurisdiction.name}`],
      risks: [],
    }
    const asked = { walletId: request.walletId, jurisdictionIds: [jurisdiction.id] }
    return prepare(
      caller,
      entityId,
      'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS',
      parameters,
      summary,
      asked,
    )
  }

  /** The first path at which the wallet has no account of this jurisdiction yet. */
  async function freePath(caller: Caller, wallet: store.WalletRow, jurisdictionId: string) {
    const accounts = await deps.db.withPartner(caller.partnerId, (tx) =>
      store.accountsOf(tx, caller.partnerId, wallet.entity_id, {
        walletId: wallet.id,
        jurisdictionId,
      }),
    )
    const taken = new Set(accounts.map(({ path }) => path))
    let index = 0
    while (taken.has(evmPath(index))) index += 1
    return evmPath(index)
  }

  function preparePasskey(caller: Caller, entityId: string, authenticatorName: string) {
    return prepare(
      caller,
      entityId,
      'ACTIVITY_TYPE_CREATE_AUTHENTICATORS',
      { authenticatorName },
      {
        title: `Add passkey “${authenticatorName}”`,
        lines: [`Name: ${authenticatorName}`],
        risks: ['Whoever holds this passkey can sign transfers of the entity.'],
      },
    )
  }

  async function prepare(
    caller: Caller,
    entityId: string,
    type: ActivityType,
    parameters: Prepare['parameters'],
    summary: Summary,
    request: object = {},
  ): Promise<Result<PreparedActivity, WalletFailure>> {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const prepared = await deps.signer.prepare({
      activityId: deps.ids.make('act'),
      entityId,
      partnerId: caller.svcPartnerId,
      type,
      parameters,
    })
    if (!prepared.ok) return refusalOf(prepared.failure)
    return ok({ ...prepared.value, entity: entity.value, request, summary })
  }

  function recordPrepared(tx: Tx, caller: Caller, prepared: PreparedActivity): Promise<unknown> {
    return store.insertActivity(tx, {
      partnerId: caller.partnerId,
      id: prepared.activityId,
      entityId: prepared.entity.id,
      type: prepared.type,
      request: prepared.request,
    })
  }

  /**
   * Has the signer check the stamp and execute what was prepared; the same stamp again returns the
   * same.
   */
  async function submit(
    caller: Caller,
    entityId: string,
    type: ActivityType,
    stamped: Stamped,
  ): Promise<Result<SubmittedActivity, WalletFailure>> {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const activity = await deps.db.withPartner(caller.partnerId, (tx) =>
      store.findActivity(tx, caller.partnerId, stamped.activityId),
    )
    if (activity?.entity_id !== entity.value.id || activity.type !== type)
      return fail({
        code: 'ACTIVITY_NOT_FOUND',
        details: [detail('activityId', 'ACTIVITY_NOT_FOUND', 'This entity has no such activity.')],
      })
    const executed = await deps.signer.execute({
      activityId: stamped.activityId,
      entityId,
      stamp: stamped.payloadSignature,
      signatureType: stamped.signatureType,
      ...(stamped.attestation === undefined ? {} : { attestation: stamped.attestation }),
    })
    await deps.faults.reach('activity', 'after_effect')
    return executed.ok ? ok({ executed: executed.value, activity }) : refusalOf(executed.failure)
  }
}

const unknownJurisdiction = (path: string) =>
  fail({
    code: 'RECORD_NOT_FOUND' as const,
    details: [detail(path, 'RECORD_NOT_FOUND', 'No chain jurisdiction has this id.')],
  })
