import { deployRevertingToken, must, newWallet } from '@corridor/chains/testing'
import { expect, test } from 'vitest'
import { fundingPath, openFunding } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { payinPath } from '../../../../test/support/money/payin-routes.ts'
import { tokens } from '../../../../test/support/money/wallets.ts'
import { type AnyBody, type Partner, ownBff } from '../../../../test/support/process/bff.ts'
import { readCommand } from '../../../admin/commands.ts'
import type { Site } from '../../../admin/base/site.ts'

const bff = ownBff()

const listed = async (query = '', partner: Partner = bff.first): Promise<AnyBody> =>
  (await bff.get(`${payinPath}/deposits/unlisted${query}`, partner)).body.data.data

/** As the operator types it. */
async function run(...args: string[]): Promise<AnyBody> {
  const asked = readCommand(args)
  if (asked.kind !== 'run' || !('onSite' in asked.command)) throw new Error('no such command')
  return asked.command.onSite({ db: bff.deps.db } as Site, asked.options) as Promise<AnyBody>
}

/** An unknown token at the address of a customer's own account. */
async function arrived() {
  const [usdc] = await tokens(bff)
  const { fundingAccountId, depositAccountInfo } = await openFunding(bff, usdc?.id ?? '')
  const [link] = bff.deps.chains.values()
  if (!usdc || !link?.dev) throw new Error('no dev chain')
  const wallet = newWallet()
  const token = link.definition.tokens[0]?.address ?? '0x'
  must(await link.dev.faucet({ to: wallet.address, token, amount: 1n }))
  const foreign = await deployRevertingToken(link.adapter, wallet)
  const to = depositAccountInfo.depositWalletAddress
  await foreign.mint(to, 12n)
  await expect.poll(async () => (await listed(`?walletAddress=${to}`)).deposits).toHaveLength(1)
  return { to: to.toLowerCase(), fundingAccountId, contract: foreign.address.toLowerCase() }
}

test('payinRoutes.listUnlisted 200: an unknown token is shown, to its partner alone, and credits nothing', async () => {
  const { to, fundingAccountId, contract } = await arrived()
  const shown = await listed(`?walletAddress=${to}`)
  expect(shown).toMatchObject({
    deposits: [
      {
        depositId: expect.stringMatching(/^dep_/),
        status: 'HELD',
        heldReason: 'UNSUPPORTED_ASSET',
        kind: 'TOKEN',
        tokenAddress: contract,
        amountRaw: '12',
        walletAddress: to,
        fundingAccountId,
        executionId: '',
      },
    ],
    notListed: [],
  })
  expect((await listed(`?walletAddress=${to}`, bff.second)).deposits).toEqual([])
  expect((await listed('?status=KEPT')).deposits).toEqual([])
  const deposits = await bff.get(`${payinPath}/deposits?fundingAccountId=${fundingAccountId}`)
  expect(deposits.body.data.data).toEqual([])
  expect((await bff.get(`${fundingPath}/${fundingAccountId}`)).status).toBe(200)
  await expectConsistent(bff)
})

test('payinRoutes.listUnlisted 400 CURSOR_INVALID', async () => {
  const { status, body } = await bff.get(`${payinPath}/deposits/unlisted?cursor=nonsense`)
  expect([status, body.error.code]).toEqual([400, 'CURSOR_INVALID'])
})

test('the operator decides about it once, and the partner reads what was decided', async () => {
  const { to } = await arrived()
  const held = (await run('deposit', 'unlisted')).deposits
  const { depositId } = held.find(({ walletAddress }: AnyBody) => walletAddress === to)
  const decide = (...args: string[]) =>
    run(
      'deposit',
      'decide',
      '--deposit',
      depositId,
      '--reason',
      'Sent back',
      '--by',
      'Ada',
      ...args,
    )
  const returned = ['--decision', 'returned', '--hash']
  await expect(decide('--decision', 'sold')).rejects.toThrow('--decision')
  await expect(decide(...returned, '0x12')).rejects.toThrow('--hash')
  const hash = `0x${'a'.repeat(64)}`
  expect(await decide(...returned, hash)).toEqual({ depositId, status: 'RETURNED' })
  await expect(decide('--decision', 'kept')).rejects.toThrow('Nothing that is held')
  expect((await listed(`?walletAddress=${to}`)).deposits).toMatchObject([
    { status: 'RETURNED', decision: { returnHash: hash, reason: 'Sent back' }, version: 2 },
  ])
})
