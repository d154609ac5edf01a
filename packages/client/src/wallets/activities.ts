import { routes } from '@corridor/contract/routes'
import type { Activity, ActivityType } from '@corridor/signing'
import type { Client } from '../api/client.ts'
import type { BodyFor, RequestFor } from '../api/endpoint-types.ts'
import { readPayload, refuseDifferences } from './payload.ts'
import type { Stamper } from './stamper.ts'

const { wallets } = routes

export type PreparedActivity = BodyFor<typeof wallets.createWalletPrepare>['data']
/** What a submit operation takes beside its path. */
export type StampedActivity = RequestFor<typeof wallets.createWalletSubmit>['body']
export type CreatedWallet = BodyFor<typeof wallets.createWalletSubmit>['data']['result']
export type WalletAccount = CreatedWallet['accounts'][number]

/** A value of the payload beside the one it should have. */
export type Comparison = readonly [field: string, expected: unknown, found: unknown]

/**
 * Stamps a prepared activity, after reading it: type, entity, id and fingerprint are compared with
 * what prepare answered, and its parameters with what was asked for.
 * @throws {PayloadRefused} without signing
 */
export async function stampActivity(
  prepared: PreparedActivity,
  asked: {
    entityId: string
    type: ActivityType
    stamper: Stamper
    compare: (parameters: Activity['parameters']) => readonly Comparison[]
  },
): Promise<StampedActivity> {
  const { activityId, fingerprint, payloadToSign } = prepared
  const { entityId, type, stamper } = asked
  const activity = readPayload(payloadToSign, { entityId, type, activityId, fingerprint })
  refuseDifferences(asked.compare(activity.parameters))
  return {
    activityId,
    payloadSignature: await stamper.stamp(payloadToSign),
    signatureType: stamper.signatureType,
  }
}

type SubmitRoute =
  | typeof wallets.createWalletSubmit
  | typeof wallets.createAccountSubmit
  | typeof wallets.setPolicySubmit

/** Brings the stamp of a prepared activity; bringing the same again gives the stored result. */
export async function submitActivity<E extends SubmitRoute>(
  client: Client,
  endpoint: E,
  entityId: string,
  body: StampedActivity,
): Promise<BodyFor<E>['data']['result']> {
  const answer = await client.call<SubmitRoute>(endpoint, { params: { entityId }, body })
  return answer.body.data.result
}

type WalletRequest = {
  entityId: string
  walletName: string
  /** One account for each; the address appears as an external account automatically. */
  jurisdictionIds: readonly string[]
  stamper: Stamper
  /** Of the prepare step: the same key within the activity's five minutes asks for the same wallet. */
  idempotencyKey?: string
}

/** Makes a wallet with an account in each jurisdiction. @throws {PayloadRefused} without signing */
export async function createWallet(client: Client, request: WalletRequest): Promise<CreatedWallet> {
  const { entityId, walletName, jurisdictionIds, stamper, idempotencyKey } = request
  const prepared = await client.call(wallets.createWalletPrepare, {
    params: { entityId },
    body: { walletName, accounts: jurisdictionIds.map((jurisdictionId) => ({ jurisdictionId })) },
    idempotencyKey,
  })
  const stamped = await stampActivity(prepared.body.data, {
    entityId,
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    stamper,
    compare: (parameters) => [
      ['walletName', walletName, parameters['walletName']],
      ['accounts', jurisdictionIds.length, countOf(parameters['accounts'])],
    ],
  })
  return submitActivity(client, wallets.createWalletSubmit, entityId, stamped)
}

/** Adds an account to a wallet. @throws {PayloadRefused} without signing */
export async function createAccount(
  client: Client,
  request: {
    entityId: string
    walletId: string
    jurisdictionId: string
    stamper: Stamper
    idempotencyKey?: string
  },
): Promise<WalletAccount> {
  const { entityId, walletId, jurisdictionId, stamper, idempotencyKey } = request
  const prepared = await client.call(wallets.createAccountPrepare, {
    params: { entityId },
    body: { walletId, jurisdictionId },
    idempotencyKey,
  })
  const stamped = await stampActivity(prepared.body.data, {
    entityId,
    type: 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS',
    stamper,
    compare: (parameters) => [
      ['walletId', walletId, parameters['walletId']],
      ['accounts', 1, countOf(parameters['accounts'])],
    ],
  })
  return submitActivity(client, wallets.createAccountSubmit, entityId, stamped)
}

/** Sets what a wallet may sign; a primary stamp is needed. @throws {PayloadRefused} without signing */
export async function setPolicy(
  client: Client,
  request: {
    entityId: string
    walletId: string
    policy: RequestFor<typeof wallets.setPolicyPrepare>['body']['policy']
    stamper: Stamper
  },
): Promise<{ walletId: string; version: number }> {
  const { entityId, walletId, policy, stamper } = request
  const params = { entityId }
  const body = { walletId, policy }
  const prepared = await client.call(wallets.setPolicyPrepare, { params, body })
  const stamped = await stampActivity(prepared.body.data, {
    entityId,
    type: 'ACTIVITY_TYPE_SET_POLICY',
    stamper,
    compare: (parameters) => [
      ['walletId', walletId, parameters['walletId']],
      ['policy', JSON.stringify(policy), JSON.stringify(parameters['policy'])],
    ],
  })
  return submitActivity(client, wallets.setPolicySubmit, entityId, stamped)
}

const countOf = (list: unknown) => (Array.isArray(list) ? list.length : 'none')
