import {
  approvalStates,
  depositStates,
  deliveryStates,
  documentStates,
  drawingLifecycle,
  drawingStates,
  endpointStates,
  exportStates,
  externalAccountStates,
  frameStates,
  fundingAccountStates,
  linePaymentStates,
  replenishmentStates,
  routeStates,
  statesOf,
  statesWhere,
  transferLifecycle,
  transferStates,
} from '@corridor/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/database.ts'
import { withClient } from '../server/server.ts'
import { readFunctions } from './functions.ts'

// SQL names states in checks, partial indexes and functions. A new state, or one whose meaning
// changes, is reported here for each of them.

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

const tables: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  approval_request: approvalStates,
  deposit: depositStates,
  external_account: externalAccountStates,
  funding_account: fundingAccountStates,
  kyc_document: documentStates,
  liquidity_payment: linePaymentStates,
  liquidity_transaction: drawingStates,
  list_export: exportStates,
  payin_route: routeStates,
  replenishment: replenishmentStates,
  reserve_frame: frameStates,
  transfer: transferStates,
  webhook_delivery: deliveryStates,
  webhook_endpoint: endpointStates,
}
/** Without a check: the domain's type holds what is written. */
const unchecked = ['external_account', 'transfer']

const endingAt = (time: 'valid_until' | 'deposit_until' | 'held_until') =>
  statesWhere(transferStates, ({ endsAt }) => endsAt === time)
const waiting = statesWhere(deliveryStates, ({ isWaiting }) => isWaiting)
const beingPaid = statesWhere(drawingStates, ({ isBeingPaid }) => isBeingPaid)
const owing = drawingLifecycle.statesFor('repay')
const notDrawn = statesWhere(drawingStates, ({ isDrawn }) => !isDrawn)

/** The states of each partial index. */
const indexes: Readonly<Record<string, readonly string[]>> = {
  approval_request_due: statesWhere(approvalStates, ({ isOpen }) => isOpen),
  deposit_held: ['HELD'],
  deposit_newest_held: ['HELD'],
  external_account_fingerprint: statesWhere(externalAccountStates, ({ isListed }) => isListed),
  external_account_unhashed: statesWhere(externalAccountStates, ({ isListed }) => isListed),
  funding_account_once: statesWhere(fundingAccountStates, ({ isOpen }) => isOpen),
  funding_account_provisioning: ['PROVISIONING'],
  kyc_document_expiry: statesWhere(documentStates, ({ isLive }) => isLive),
  liquidity_payment_unmatched: ['UNMATCHED'],
  list_export_kept: ['READY'],
  list_export_open: statesWhere(exportStates, ({ isOpen }) => isOpen),
  liquidity_transaction_overdue: drawingLifecycle.statesFor('fallDue'),
  liquidity_transaction_under_way: beingPaid,
  payin_route_active: ['active'],
  replenishment_open: statesWhere(replenishmentStates, ({ isBlocking }) => isBlocking),
  replenishment_under_way: statesWhere(replenishmentStates, ({ isOpen }) => isOpen),
  reserve_frame_confirming: ['PENDING_CONFIRMATION'],
  reserve_frame_held: statesWhere(frameStates, ({ isHeld }) => isHeld),
  reserve_frame_quoted: ['QUOTED'],
  reserve_frame_unpublished: ['ACCEPTED'],
  transfer_awaited: ['PENDING'],
  transfer_deposit_until: endingAt('deposit_until'),
  transfer_expiry: endingAt('valid_until'),
  transfer_held_until: endingAt('held_until'),
  transfer_open: statesOf(transferStates).filter(
    (state) => state !== 'QUOTED' && !transferLifecycle.isFinal(state),
  ),
  webhook_delivery_by_hand: waiting,
  webhook_delivery_due: waiting,
  webhook_delivery_in_flight: ['IN_FLIGHT'],
}

/** The lists of states in each function. */
const lists: Readonly<Record<string, readonly (readonly string[])[]>> = {
  claim_deliveries: [waiting],
  ledger_breaches: [statesOf(transferStates).filter((state) => transferLifecycle.isFinal(state))],
  liquidity_breaches: [
    beingPaid,
    owing,
    [...beingPaid, ...owing],
    notDrawn,
    statesWhere(linePaymentStates, ({ meaning }) => meaning === 'hand'),
  ],
}

const quoted = (text: string): string[] =>
  [...text.matchAll(/'([^']*)'/g)].map(([, value = '']) => value).toSorted()

test('a check allows the states of its table, no more and no fewer', async () => {
  const { rows } = await withClient(db.urls.owner, (client) =>
    client.query<{ table: string; check: string }>(`
      select k.conrelid::regclass::text as table, pg_get_constraintdef(k.oid) as check
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'status'
      where k.contype = 'c' and k.conkey = array[a.attnum] and k.conparentid = 0`),
  )
  const checks = Object.keys(tables).map((table) => [
    table,
    quoted(rows.find((row) => row.table === table)?.check ?? ''),
  ])
  expect(Object.fromEntries(checks)).toEqual(
    Object.fromEntries(
      Object.entries(tables).map(([table, states]) => [
        table,
        unchecked.includes(table) ? [] : Object.keys(states).toSorted(),
      ]),
    ),
  )
})

test('a partial index is about the states that its queries ask for', async () => {
  const { rows } = await withClient(db.urls.owner, (client) =>
    client.query<{ name: string; table: string; predicate: string }>(
      `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table,
        pg_get_expr(i.indpred, i.indrelid) as predicate
      from pg_index i join pg_class c on c.oid = i.indrelid
      where i.indpred is not null and i.indrelid::regclass::text = any($1)
        and not c.relispartition`,
      [Object.keys(tables)],
    ),
  )
  const found = rows.flatMap(({ name, table, predicate }) => {
    const [, not = '', named = ''] =
      /\bstatus (=|<>) ((?:ANY|ALL) \(.*?\]\)|'\w+')/.exec(predicate) ?? []
    const values = quoted(named)
    if (values.length === 0) return []
    const all = Object.keys(tables[table] ?? {})
    return [
      [name, not === '<>' ? all.filter((state) => !values.includes(state)).toSorted() : values],
    ]
  })
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(indexes).map(([name, states]) => [name, states.toSorted()])),
  )
})

test('a list of states in a function is one of the table', () => {
  const known = new Set(Object.values(tables).flatMap((states) => Object.keys(states)))
  const found = readFunctions().flatMap(({ name, sql }) => {
    const all = [...sql.matchAll(/\b[dpt]\.status (?:not )?in (\([^)]*\))/g)]
      .map(([, list = '']) => quoted(list))
      .filter((states) => states.every((state) => known.has(state)))
    return all.length > 0 ? [[name, asText(all)]] : []
  })
  const expected = Object.entries(lists).map(([name, all]) => [name, asText(all)])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
})

const asText = (all: readonly (readonly string[])[]): string[] =>
  [...new Set(all.map((states) => states.toSorted().join(' ')))].toSorted()
