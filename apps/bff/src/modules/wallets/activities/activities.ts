import type { PolicyRules } from '@corridor/contract'
import { fail, ok, parseId } from '@corridor/domain'
import type { Executed, Prepare, Prepared } from '@corridor/signer'
import type { Caller } from '../../../api/request/caller.ts'
import { detail } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { TokenJurisdiction } from '../../../ports/jurisdictions.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { walletEvent } from '../base/event.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { type AuthChoice, readMethod } from '../sign-in/authentication.ts'
import { labelOf } from '../base/bodies.ts'
import type { WalletOwner } from '../base/owner.ts'
import { refusalOf } from '../base/signer-failures.ts'
import { policySummary, type Summary } from './policy-summary.ts'
import { readSettings } from '../base/settings.ts'
import * as store from '../base/store.ts'
import type { EntityRow } from '../../../db/schema/rows.ts'

export type ActivityType = Prepare['type']
export type PreparedActivity = Prepared & { entity: EntityRow; request: object; summary: Summary }
export type Stamped = {
  activityId: string
  payloadSignature: string
  signatureType: string
  attestation?: unknown
}
export type SubmittedActivity = {
  executed: Executed
  activity: store.WalletActivity
  entityId: string
  /** The entity as it was found, for the notice to its owner. */
  owner: EntityRow
}

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
  return {
    prepareAuth,
    prepareRevocation,
    prepareWallet,
    prepareAccount,
    preparePasskey,
    preparePasskeyRemoval,
    prepareExport,
    cancelExport,
    recordCancelled,
    preparePolicy,
    recordPrepared,
    submit,
  }

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
    const found = await findWallet(caller, entityId, request.walletId)
    if (!found.ok) return found
    const wallet = found.value
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

  async function prepareRevocation(caller: Caller, entityId: string, authId: string) {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const { authMethods, sessions } = await deps.signer.listCredentials(entityId)
    const method = authMethods.find((item) => item.authId === authId)
    const ended = sessions.filter((session) => session.authId === authId).length
    const label = method && labelOf(method)
    return prepare(
      caller,
      entityId,
      'ACTIVITY_TYPE_REVOKE_AUTH_METHOD',
      { authId },
      {
        title: method ? `Revoke ${method.authType}` : 'End a session',
        lines: [
          ...(method
            ? [`Method: ${label ? `${method.authType}, ${label}` : method.authType}`]
            : []),
          ...(ended > 0 ? [`Sessions that end with it: ${ended}`] : []),
        ],
        risks: [endsOpen],
      },
    )
  }

  async function preparePasskeyRemoval(caller: Caller, entityId: string, authenticatorId: string) {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const { passkeys } = await deps.signer.listCredentials(entityId)
    const live = passkeys.filter(({ status }) => status === 'ACTIVE')
    const passkey = live.find((authenticator) => authenticator.authenticatorId === authenticatorId)
    const parameters = { authenticatorIds: [authenticatorId] }
    return prepare(caller, entityId, 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS', parameters, {
      title: `Remove passkey “${passkey?.name ?? authenticatorId}”`,
      lines: [`Passkeys left: ${Math.max(0, live.length - 1)}`],
      risks: [
        endsOpen,
        ...(live.length === 1 ? ['It is the last passkey: only primary methods sign then.'] : []),
      ],
    })
  }

  async function prepareExport(
    caller: Caller,
    entityId: string,
    request: { walletId: string; targetPublicKey: string },
  ) {
    const wallet = await findWallet(caller, entityId, request.walletId)
    if (!wallet.ok) return wallet
    const { exportDelaySeconds } = await deps.db.withPartner(caller.partnerId, (tx) =>
      readSettings(tx, caller.partnerId),
    )
    const parameters = { ...request, delaySeconds: exportDelaySeconds }
    const summary = {
      title: `Export wallet “${wallet.value.name}”`,
      lines: [`It is available ${delayText(exportDelaySeconds)}.`],
      risks: [
        'Whoever holds the recovery phrase controls the wallet on every chain, for ever.',
        'A phrase that was given out cannot be taken back: to be safe again, move the funds.',
      ],
    }
    const asked = { walletId: request.walletId }
    return prepare(caller, entityId, 'ACTIVITY_TYPE_EXPORT_WALLET', parameters, summary, asked)
  }

  /** Stops an export that has not been given out; no signature is needed to refuse one. */
  async function cancelExport(caller: Caller, entityId: string, activityId: string) {
    const found = await findActivity(caller, entityId, activityId, 'ACTIVITY_TYPE_EXPORT_WALLET')
    if (!found.ok) return found
    const ended = await deps.signer.supersede(activityId)
    if (!ended.ok) return refusalOf(ended.failure)
    const { state } = ended.value
    return state === 'SUPERSEDED'
      ? ok({ activityId, status: state })
      : refusalOf({ code: 'ACTIVITY_EXPIRED', reason: state })
  }

  async function recordCancelled(
    tx: Tx,
    caller: Caller,
    entityId: string,
    { activityId, status }: { activityId: string; status: string },
  ): Promise<void> {
    await recordEvent(
      tx,
      walletEvent(caller.partnerId, entityId, {
        eventStatus: 'export_cancelled',
        status,
        activityId,
      }),
    )
    await recordAudit(tx, caller, {
      action: 'wallet.cancel-export',
      object: { kind: 'entity', id: entityId },
      after: { activityId, status },
    })
  }

  async function preparePolicy(
    caller: Caller,
    entityId: string,
    request: { walletId: string; policy: PolicyRules },
  ) {
    const wallet = await findWallet(caller, entityId, request.walletId)
    if (!wallet.ok) return wallet
    const present = await deps.signer.readPolicy({ entityId, walletId: request.walletId })
    if (!present.ok) return refusalOf(present.failure)
    const { policy, walletId } = request
    const parameters = { walletId, version: present.value.version + 1, policy }
    const summary = policySummary(wallet.value.name, present.value.policy, policy)
    return prepare(caller, entityId, 'ACTIVITY_TYPE_SET_POLICY', parameters, summary, { walletId })
  }

  async function findWallet(caller: Caller, entityId: string, id: string) {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const walletId = parseId('wal', id)
    const wallet =
      walletId &&
      (await deps.db.withPartner(caller.partnerId, (tx) =>
        store.findWallet(tx, caller.partnerId, entity.value.id, walletId),
      ))
    return wallet ? ok(wallet) : noSuchWallet
  }

  async function findActivity(
    caller: Caller,
    entityId: string,
    activityId: string,
    type: ActivityType,
  ) {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const activity = await deps.db.withPartner(caller.partnerId, (tx) =>
      store.findActivity(tx, caller.partnerId, activityId),
    )
    return activity?.entity_id === entity.value.id && activity.type === type
      ? ok({ activity, entity: entity.value })
      : noSuchActivity
  }

  async function prepare(
    caller: Caller,
    entityId: string,
    type: ActivityType,
    parameters: Prepare['parameters'],
    summary: Summary,
    request: object = {},
  ) {
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
      partner_id: caller.partnerId,
      id: prepared.activityId,
      entity_id: prepared.entity.id,
      type: prepared.type,
      request: JSON.stringify(prepared.request),
    })
  }

  /**
   * Has the signer check the stamp and execute what was prepared; the same stamp again returns the
   * same.
   */
  async function submit(caller: Caller, entityId: string, type: ActivityType, stamped: Stamped) {
    const found = await findActivity(caller, entityId, stamped.activityId, type)
    if (!found.ok) return found
    const { activity, entity } = found.value
    const executed = await deps.signer.execute({
      activityId: stamped.activityId,
      entityId,
      stamp: stamped.payloadSignature,
      signatureType: stamped.signatureType,
      ...(stamped.attestation === undefined ? {} : { attestation: stamped.attestation }),
    })
    await deps.faults.reach('activity', 'after_effect')
    return executed.ok
      ? ok({ executed: executed.value, activity, entityId, owner: entity })
      : refusalOf(executed.failure)
  }
}

const unknownJurisdiction = (path: string) =>
  fail({
    code: 'RECORD_NOT_FOUND' as const,
    details: [detail(path, 'RECORD_NOT_FOUND', 'No chain jurisdiction has this id.')],
  })

const noSuchWallet = fail({
  code: 'WALLET_NOT_FOUND' as const,
  details: [detail('walletId', 'WALLET_NOT_FOUND', 'This entity has no wallet with this id.')],
})
const noSuchActivity = fail({
  code: 'ACTIVITY_NOT_FOUND' as const,
  details: [detail('activityId', 'ACTIVITY_NOT_FOUND', 'This entity has no such activity.')],
})

const endsOpen = 'Whatever was prepared before, transfers included, can no longer be signed.'

function delayText(delaySeconds: number): string {
  if (delaySeconds === 0) return 'at once'
  const hours = delaySeconds / 3600
  return hours < 1
    ? `${Math.ceil(delaySeconds / 60)} minutes after it is signed`
    : `${Math.ceil(hours)} hours after it is signed`
}
