import { expect, test } from 'vitest'
import { subjectOf } from './subject.ts'

test.each([
  ['/entities/ent_1/kyc', '', 'entity ent_1'],
  ['/entities/ent_1', '', 'entity ent_1'],
  ['/entities/new', '', undefined],
  ['/entities/queue', '', undefined],
  ['/accounts/external/acc_1', '', 'account acc_1'],
  ['/accounts/funding/fund_1', '', 'funding fund_1'],
  ['/accounts/funding/new', '', undefined],
  ['/routes/tele_1/changes', '', 'route tele_1'],
  ['/routes/held', '', undefined],
  ['/transfers', '?open=exec_1', 'transfer exec_1'],
  ['/transfers', '', undefined],
  ['/transfers/exec_1/ledger', '', 'transfer exec_1'],
  ['/transfers/new/0a', '', undefined],
  ['/wallets/ent_1/receive', '', 'wallet ent_1'],
  ['/liquidity/reserves/res_1', '', 'frame res_1'],
  ['/liquidity/reserves/new', '', undefined],
  ['/liquidity/drawings/ltx_1/quotes', '?open=rq_1', 'drawing ltx_1'],
  ['/liquidity/drawings/new', '', undefined],
  ['/balances', '', 'balances '],
] as const)('%s%s is about %s', (pathname, search, expected) => {
  const subject = subjectOf(pathname, search)
  expect(subject && `${subject.kind} ${subject.id}`).toBe(expected)
})
