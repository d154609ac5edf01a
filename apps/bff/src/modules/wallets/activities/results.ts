import { customerNames, formatId, parseId } from '@corridor/domain'
import type { AccountView, UnacknowledgedActivity } from '@corridor/signer'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import type { TokenJurisdiction } from '../../../ports/jurisdictions.ts'
import { insertWalletAccount as insertExternalAccount } from '../../accounts/external/store.ts'
import { holderSubjects, stopListed } from '../../accounts/external/screening.ts'
import { record as recordExternal } from '../../accounts/external/transition.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findEntity } from '../../entities/store.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { lookUp, type LookUp } from '../../screening/screen.ts'
import { walletEvent, type WalletChange } from '../base/event.ts'
import { endSessions } from '../base/session-ends.ts'
import * as store from '../base/store.ts'
import type { EntityRow } from '../../../db/schema/rows.ts'
import { watchAddress } from '../../treasury/watched-address-store.ts'

/** What the signer did, as far as the API records it. */
export type Done = { activityId: string; type: string; status: string; result: unknown }
type WalletResult = { walletId: string; accounts: AccountView[] }
/** What the lists say of the accounts of a result, by address; those that could not be asked lack. */
export type FoundAccounts = ReadonlyMap<string, LookUp>
type Asked = { walletName?: string; jurisdictionIds?: string[] }

/** Records executed activities on our side; again changes nothing, so a crash in between is mended. */
export function createResults(deps: Pick<Deps, 'ids' | 'jurisdictions' | 'screening' | 'log'>) {
  return { lookUpAccounts, record, recordLate }

  /** Asks the lists about the wallets that an activity made or added, outside any transaction. */
  async function lookUpAccounts(owner: EntityRow, { result }: Pick<Done, 'result'>) {
    const { accounts = [] } = (result ?? {}) as Partial<WalletResult>
    const found = new Map<string, LookUp>()
    for (const { address } of accounts) {
      const facts = { ...customerNames(owner), address }
      const item = await lookUp(deps, holderSubjects(owner, facts))
      if (item.ok) found.set(address, item.value)
    }
    return found
  }

  /** Wallets and accounts get their rows and external accounts; passkeys live in the signer alone. */
  async function record(
    tx: Tx,
    by: AuditedBy,
    activity: store.WalletActivity,
    done: Done,
    found: FoundAccounts,
  ): Promise<store.WalletAccountRow[]> {
    const entityId = formatId('ent', activity.entity_id)
    if (done.status === 'EXECUTING') {
      if (await store.markWaiting(tx, by.partnerId, activity.id))
        await recordChange(tx, by, entityId, 'wallet.request-export', {
          eventStatus: 'export_requested',
          status: 'EXECUTING',
          activityId: activity.id,
          ...membersOf(done.result),
          ...membersOf(activity.request),
        })
      return []
    }
    const isFirst = await store.markRecorded(tx, by.partnerId, activity.id)
    const ending = changes[done.type]
    if (ending) {
      if (isFirst) await recordEnding(tx, by, activity, done, ending)
      return []
    }
    const { walletId, accounts } = done.result as WalletResult
    const asked = activity.request as Asked
    const wallet = {
      partnerId: by.partnerId,
      id: uuidOf('wal', walletId),
      entityId: activity.entity_id,
    }
    if (done.type === 'ACTIVITY_TYPE_CREATE_WALLET') {
      const isNew = await store.insertWallet(tx, { ...wallet, name: asked.walletName ?? '' })
      if (isNew)
        await recordChange(tx, by, entityId, 'wallet.create', {
          eventStatus: 'wallet_created',
          status: 'ACTIVE',
          activityId: activity.id,
          walletId,
        })
    }
    const rows: store.WalletAccountRow[] = []
    for (const [i, account] of accounts.entries()) {
      rows.push(
        await recordAccount(tx, by, {
          activity,
          walletId,
          account,
          jurisdictionId: asked.jurisdictionIds?.[i] ?? '',
          found: found.get(account.address),
        }),
      )
    }
    return rows
  }

  /** What changes who may sign, or who holds the keys: the signer has it, we publish it. */
  async function recordEnding(
    tx: Tx,
    by: AuditedBy,
    activity: store.WalletActivity,
    done: Done,
    { action, change }: (typeof changes)[string] & object,
  ): Promise<void> {
    const result = done.result as { endedSessionIds?: string[]; status?: string }
    const { endedSessionIds = [], status = change.status, ...members } = result
    await endSessions(tx, by.partnerId, endedSessionIds)
    await recordChange(tx, by, formatId('ent', activity.entity_id), action, {
      ...change,
      activityId: activity.id,
      ...membersOf(activity.request),
      ...membersOf(members),
      status,
    })
  }

  async function recordAccount(
    tx: Tx,
    by: AuditedBy,
    made: {
      activity: store.WalletActivity
      walletId: string
      account: AccountView
      jurisdictionId: string
      found: LookUp | undefined
    },
  ): Promise<store.WalletAccountRow> {
    const { activity, walletId, account, jurisdictionId } = made
    const id = uuidOf('wac', account.accountId)
    const existing = await store.findWalletAccount(tx, by.partnerId, id)
    if (existing) return existing
    const jurisdiction = deps.jurisdictions.tokenById(jurisdictionId)
    const entity = await findEntity(tx, by.partnerId, activity.entity_id)
    const wallet = await store.lockWallet(
      tx,
      by.partnerId,
      activity.entity_id,
      uuidOf('wal', walletId),
    )
    if (!jurisdiction || !entity || !wallet)
      throw new Error(`activity ${activity.id} names what is not there`)
    // Two activities may ask for one place; the second gets the existing account.
    const place = { walletId: wallet.id, jurisdictionId, path: account.path }
    const there = await store.findAccountAt(tx, by.partnerId, place)
    if (there) return there

    const external = await addExternal(tx, by, { entity, wallet, account, jurisdiction })
    await stopListed(tx, deps, by, { row: external, found: made.found })
    await watchAddress(tx, jurisdiction.chainId, account.address)
    const entityId = formatId('ent', entity.id)
    await recordChange(tx, by, entityId, 'wallet.create-account', {
      eventStatus: 'account_created',
      status: 'ACTIVE',
      activityId: activity.id,
      walletId,
      accountId: account.accountId,
    })
    return store.insertWalletAccount(tx, {
      partner_id: by.partnerId,
      id,
      entity_id: entity.id,
      wallet_id: wallet.id,
      external_account_id: external.id,
      jurisdiction_id: jurisdictionId,
      chain_id: jurisdiction.chainId,
      address: account.address,
      curve: account.curve,
      path_format: account.pathFormat,
      path: account.path,
      address_format: account.addressFormat,
    })
  }

  /** The external account of kind NON_CUSTODIAL_WALLET that is created automatically. */
  async function addExternal(
    tx: Tx,
    by: AuditedBy,
    of: {
      entity: EntityRow
      wallet: store.WalletRow
      account: AccountView
      jurisdiction: TokenJurisdiction
    },
  ) {
    const { entity, wallet, account, jurisdiction } = of
    const external = await insertExternalAccount(tx, by.partnerId, {
      id: deps.ids.uuid(),
      entityId: entity.id,
      jurisdictionId: jurisdiction.id,
      holder: {
        ...holderNames(entity),
        type: entity.type,
        address: {},
      },
      wallet: {
        walletAddress: account.address,
        networkName: jurisdiction.networkName,
        chainId: jurisdiction.chainId,
        tokenAddress: jurisdiction.tokenAddress,
      },
      nickname: wallet.name,
      fingerprint: `wallet:${account.accountId}`,
    })
    if (!external)
      throw new Error(`${account.accountId} has an external account and no wallet account`)
    await recordExternal(tx, by, external, { type: 'created', action: 'add', from: '' })
    return external
  }

  /** Continues a submit that a crash cut off between the signer's commit and ours. */
  async function recordLate(tx: Tx, partnerId: string, executed: UnacknowledgedActivity) {
    const activity = await store.findActivity(tx, partnerId, executed.activityId)
    if (activity)
      await record(
        tx,
        { partnerId, actor: { type: 'scheduler', id: 'reconciler' }, requestId: '' },
        activity,
        { ...executed, status: 'COMPLETED' },
        new Map(),
      )
  }
}

async function recordChange(
  tx: Tx,
  by: AuditedBy,
  entityId: string,
  action: string,
  change: WalletChange,
) {
  await recordEvent(tx, walletEvent(by.partnerId, entityId, change))
  const { eventStatus: _eventStatus, status: _status, activityId: _activityId, ...after } = change
  await recordAudit(tx, by, { action, object: { kind: 'entity', id: entityId }, after })
}

function uuidOf(prefix: 'wal' | 'wac', text: string): string {
  const id = parseId(prefix, text)
  if (!id) throw new Error(`the signer made a wrong id: ${text}`)
  return id
}

/** Activities that are recorded by an event and an audit entry alone. */
const changes: Readonly<
  Record<
    string,
    { action: string; change: Pick<WalletChange, 'eventStatus' | 'status' | 'previousStatus'> }
  >
> = {
  ACTIVITY_TYPE_CREATE_AUTH_METHOD: {
    action: 'wallet.register-auth',
    change: { eventStatus: 'auth_added', status: 'ACTIVE' },
  },
  ACTIVITY_TYPE_CREATE_AUTHENTICATORS: {
    action: 'wallet.register-passkey',
    change: { eventStatus: 'passkey_added', status: 'ACTIVE' },
  },
  ACTIVITY_TYPE_DELETE_AUTHENTICATORS: {
    action: 'wallet.delete-passkey',
    change: { eventStatus: 'passkey_removed', status: 'DELETED', previousStatus: 'ACTIVE' },
  },
  ACTIVITY_TYPE_REVOKE_AUTH_METHOD: {
    action: 'wallet.revoke-auth',
    change: { eventStatus: 'auth_revoked', status: 'REVOKED', previousStatus: 'ACTIVE' },
  },
  ACTIVITY_TYPE_EXPORT_WALLET: {
    action: 'wallet.export',
    change: { eventStatus: 'wallet_exported', status: 'COMPLETED' },
  },
  ACTIVITY_TYPE_SET_POLICY: {
    action: 'wallet.set-policy',
    change: { eventStatus: 'policy_changed', status: 'ACTIVE' },
  },
}

/** What of a result may be published: ids and times, never a bundle. */
const published = ['authenticatorId', 'authId', 'authType', 'walletId', 'version', 'availableAt']

function membersOf(result: unknown): Record<string, string> {
  const entries = Object.entries(result as Record<string, unknown>)
  return Object.fromEntries(
    entries
      .filter(([name]) => published.includes(name))
      .map(([name, value]) => [name, String(value)]),
  )
}

/** Without a Latin name where the customer has none. */
function holderNames(entity: EntityRow) {
  const { name, latinName = '' } = customerNames(entity)
  return { name, ...(latinName === '' ? {} : { latinName }) }
}
