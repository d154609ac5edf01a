import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keccak256 } from 'viem/utils'
import type { ChainAdapter, Head, TokenDefinition } from '../port/chain.ts'
import { waitForReceipt } from '../dev/inclusion.ts'
import { deployContractWallet } from './contract-wallet.ts'
import { type TestChain, startTestChain } from './chain.ts'
import { must, newWallet, signPrepared, signTransfer, transferTokens } from './wallet.ts'

/** What every adapter promises, tried on a real chain of its own. */
export function describeChainPort(name: string, createAdapter: (chain: TestChain) => ChainAdapter) {
  describe(`the chain port: ${name}`, () => {
    let chain: TestChain
    let adapter: ChainAdapter
    let usdc: TokenDefinition
    let dai: TokenDefinition

    beforeAll(async () => {
      chain = await startTestChain()
      adapter = createAdapter(chain)
      const [first, second] = adapter.definition.tokens
      if (!first || !second) throw new Error('the chain has no two tokens')
      usdc = first
      dai = second
    })

    afterAll(async () => {
      adapter.close()
      await chain.remove()
    })

    async function richWallet(amount = 1_000_000n) {
      const wallet = newWallet()
      must(await chain.faucet({ to: wallet.address, token: usdc.address, amount }))
      return wallet
    }

    test('the chain id is that of the record', async () => {
      expect(must(await adapter.chainId())).toBe(adapter.definition.chainId)
    })

    test('balances of native coin and tokens are read at one block, in the order asked for', async () => {
      const wallet = newWallet()
      const before = must(await adapter.balances(wallet.address, [usdc.address, dai.address]))
      expect(before).toMatchObject({ native: 0n, tokens: [0n, 0n] })

      must(await chain.faucet({ to: wallet.address, token: usdc.address, amount: 5n }))
      must(await chain.faucet({ to: wallet.address, token: dai.address, amount: 10n ** 30n }))
      const after = must(await adapter.balances(wallet.address, [dai.address, usdc.address]))
      const head = must(await adapter.head())
      expect(after.tokens).toEqual([10n ** 30n, 5n])
      expect(after.native).toBeGreaterThan(0n)
      expect(after).toMatchObject({ blockNumber: head.number, blockTimestamp: head.timestamp })
      const { native, tokens } = after
      expect(
        must(await adapter.newestBalances(wallet.address, [dai.address, usdc.address])),
      ).toEqual({ native, tokens })
    })

    test('a wallet that is a contract says which signatures are its own; nothing else is', async () => {
      const owner = await richWallet()
      const wallet = await deployContractWallet(adapter, owner)
      const message = 'This wallet belongs to Ada.'
      const signature = await owner.signMessage({ message })
      const asked = (of: string, text = message, address = wallet) =>
        adapter.isSignedByContract(address, { message: text, signature: of })
      expect(must(await asked(signature))).toBe(true)
      const other = await newWallet().signMessage({ message })
      const refused = await Promise.all([
        asked(other),
        asked(signature, 'Another text.'),
        asked('0x01'),
        asked('0x0102'),
        asked('no hex'),
        asked(signature, message, owner.address),
        asked(signature, message, usdc.address),
      ])
      expect(refused.map(must)).toEqual(Array.from({ length: 7 }, () => false))
    })

    test('an address that is no token has no balance', async () => {
      const { address } = newWallet()
      expect(must(await adapter.balances(address, [address])).tokens).toEqual([0n])
    })

    test('a prepared transfer has the next nonce, four times the base fee and a fifth more gas', async () => {
      const wallet = await richWallet()
      const prepared = must(
        await adapter.prepareTransfer({
          from: wallet.address,
          to: newWallet().address,
          token: usdc.address,
          amount: 1n,
        }),
      )
      const fees = must(await adapter.fees())
      expect(prepared.nonce).toBe(0)
      expect(prepared.maxFeePerGas).toBe(4n * prepared.baseFee)
      expect(prepared.maxFeePerGas).toBe(fees.maxFeePerGas)
      expect(prepared.maxPriorityFeePerGas).toBeLessThanOrEqual(prepared.maxFeePerGas)
      const raw = await signPrepared(wallet, prepared.unsignedTransaction)
      const receipt = must(await waitForReceipt(adapter, must(await adapter.send(raw)).hash))
      expect(receipt.status).toBe('success')
      expect(prepared.gas).toBeGreaterThan((receipt.gasUsed * 11n) / 10n)
    })

    test('a reserved nonce is taken over', async () => {
      const wallet = await richWallet()
      const request = { from: wallet.address, to: wallet.address, token: usdc.address, amount: 1n }
      expect(must(await adapter.prepareTransfer({ ...request, nonce: 7 })).nonce).toBe(7)
    })

    test('a least nonce is taken where the chain counts less, and the chain’s where it counts more', async () => {
      const wallet = await richWallet()
      const request = { from: wallet.address, to: wallet.address, token: usdc.address, amount: 1n }
      await transferTokens(adapter, wallet, request)
      for (const [nonceMin, nonce] of [
        [0, 1],
        [1, 1],
        [5, 5],
      ] as const)
        expect(must(await adapter.prepareTransfer({ ...request, nonceMin })).nonce).toBe(nonce)
    })

    test('a wallet without native coin gets an estimate, but its transaction is not taken', async () => {
      const rich = await richWallet()
      const poor = newWallet()
      const payment = { to: poor.address, token: usdc.address, amount: 100n }
      await transferTokens(adapter, rich, payment)

      const raw = await signTransfer(adapter, poor, { ...payment, to: rich.address })
      expect(await adapter.send(raw)).toMatchObject({ ok: false, failure: 'INSUFFICIENT_NATIVE' })
      expect(must(await adapter.receipt(keccak256(raw)))).toBeUndefined()
    })

    test('more than the balance is INSUFFICIENT_BALANCE', async () => {
      const wallet = await richWallet(10n)
      const request = { from: wallet.address, to: wallet.address, token: usdc.address, amount: 11n }
      expect(await adapter.prepareTransfer(request)).toMatchObject({
        ok: false,
        failure: 'INSUFFICIENT_BALANCE',
      })
    })

    test('a token that refuses for another reason is TRANSFER_REVERTED', async () => {
      const wallet = await richWallet()
      const block = { token: usdc.address, address: wallet.address, blocked: true }
      must(await chain.setBlocked(block))
      const request = { from: wallet.address, to: wallet.address, token: usdc.address, amount: 1n }
      expect(await adapter.prepareTransfer(request)).toMatchObject({
        ok: false,
        failure: 'TRANSFER_REVERTED',
      })
    })

    test('the same bytes are sent as often as one likes and count once', async () => {
      const wallet = await richWallet()
      const to = newWallet().address
      const raw = await signTransfer(adapter, wallet, { to, token: usdc.address, amount: 40n })
      const hashes = await Promise.all([adapter.send(raw), adapter.send(raw), adapter.send(raw)])
      await waitForReceipt(adapter, keccak256(raw))
      hashes.push(await adapter.send(raw), await adapter.send(raw))
      expect(new Set(hashes.map((sent) => must(sent).hash))).toEqual(new Set([keccak256(raw)]))
      expect(must(await adapter.balances(to, [usdc.address])).tokens).toEqual([40n])
    })

    test('another transaction with a used nonce is NONCE_TOO_LOW', async () => {
      const wallet = await richWallet()
      const request = { to: wallet.address, token: usdc.address }
      const first = await signTransfer(adapter, wallet, { ...request, amount: 1n })
      const second = await signTransfer(adapter, wallet, { ...request, amount: 2n })
      must(await waitForReceipt(adapter, must(await adapter.send(first)).hash))
      expect(await adapter.send(second)).toMatchObject({ ok: false, failure: 'NONCE_TOO_LOW' })
    })

    test('bytes that are no transaction are TRANSACTION_REFUSED', async () => {
      expect(await adapter.send('0x02c0')).toMatchObject({
        ok: false,
        failure: 'TRANSACTION_REFUSED',
      })
    })

    test('the nonce counts what waits in the pool, unless only the mined is asked for', async () => {
      const wallet = await richWallet()
      const request = { to: wallet.address, token: usdc.address, amount: 1n }
      const later = await signTransfer(adapter, wallet, { ...request, nonce: 1 })
      must(await adapter.send(later))
      expect(must(await adapter.transactionCount(wallet.address, 'mined'))).toBe(0)
      const first = await signTransfer(adapter, wallet, { ...request, nonce: 0 })
      must(await adapter.send(first))
      must(await waitForReceipt(adapter, keccak256(later)))
      expect(must(await adapter.transactionCount(wallet.address))).toBe(2)
    })

    test('a receipt says who paid what to whom and what it cost', async () => {
      const wallet = await richWallet()
      const to = newWallet().address
      const receipt = await transferTokens(adapter, wallet, { to, token: usdc.address, amount: 9n })
      const block = must(await adapter.block(receipt.blockNumber))
      expect(receipt).toMatchObject({
        status: 'success',
        from: wallet.address.toLowerCase(),
        to: usdc.address.toLowerCase(),
        blockHash: block?.hash,
        fee: receipt.gasUsed * receipt.effectiveGasPrice,
      })
      expect(receipt.transfers).toMatchObject([
        { token: usdc.address.toLowerCase(), to: to.toLowerCase(), amount: 9n, hash: receipt.hash },
      ])
      expect(must(await adapter.rawTransaction(receipt.hash))).toMatch(/^0x02/)
    })

    test('a transaction that reverts on the chain has a receipt, a cost and no transfer', async () => {
      const wallet = await richWallet()
      const request = { to: newWallet().address, token: usdc.address, amount: 1n }
      const raw = await signTransfer(adapter, wallet, request)
      const block = { token: usdc.address, address: wallet.address, blocked: true }
      must(await chain.setBlocked(block))
      const receipt = must(await waitForReceipt(adapter, must(await adapter.send(raw)).hash))
      expect(receipt).toMatchObject({ status: 'reverted', transfers: [] })
      expect(receipt.fee).toBeGreaterThan(0n)
    })

    test('what is unknown is undefined, not a failure', async () => {
      const hash = keccak256('0x01')
      expect(must(await adapter.receipt(hash))).toBeUndefined()
      expect(must(await adapter.rawTransaction(hash))).toBeUndefined()
      expect(must(await adapter.block(1_000_000n))).toBeUndefined()
      expect(must(await adapter.blocks(1_000_000n, 1_000_000n))).toEqual([])
      expect(must(await adapter.blocks(1_000_000n, 1_000_009n))).toEqual([])
    })

    test('transfers of a range come in the order of the chain, by token and by address', async () => {
      const start = must(await adapter.head()).number + 1n
      const [alice, bob] = [await richWallet(), await richWallet()]
      const token = usdc.address
      await transferTokens(adapter, alice, { to: bob.address, token, amount: 1n })
      await transferTokens(adapter, bob, { to: alice.address, token, amount: 2n })
      await transferTokens(adapter, bob, { to: bob.address, token, amount: 3n })
      must(await chain.faucet({ to: alice.address, token: dai.address, amount: 4n }))
      const end = must(await adapter.head()).number

      const amounts = async (tokens: TokenDefinition[], address?: typeof alice.address) =>
        must(
          await adapter.blockTransfers(start, end, {
            tokens: tokens.map((definition) => definition.address),
            ...(address ? { address } : {}),
          }),
        ).map((item) => item.amount)
      const minted = 1_000_000n
      expect(await amounts([usdc, dai])).toEqual([minted, minted, 1n, 2n, 3n, 4n])
      expect(await amounts([usdc], alice.address)).toEqual([minted, 1n, 2n])
      expect(await amounts([usdc], bob.address)).toEqual([minted, 1n, 2n, 3n])
      expect(await amounts([])).toEqual([])
    })

    test('blocks come in order with their receipts, alone and in a range alike', async () => {
      const start = must(await adapter.head()).number + 1n
      const wallet = await richWallet()
      must(await chain.mine(2))
      const request = { to: wallet.address, token: usdc.address, amount: 1n }
      const sent = await transferTokens(adapter, wallet, request)
      const end = must(await adapter.head()).number

      const range = must(await adapter.blocks(start, end + 5n))
      expect(range.map(({ block }) => block.number)).toEqual([start, start + 1n, start + 2n, end])
      expect(range.flatMap(({ receipts }) => receipts.map(({ hash }) => hash))).toContain(sent.hash)
      expect(must(await adapter.blocks(end, end))).toEqual(range.slice(-1))
      expect(must(await adapter.blockReceipts(end))).toEqual(range.at(-1)?.receipts)
      expect(must(await adapter.blockReceipts(end - 1n))).toEqual([])
    })

    test('heads are announced soon after they are mined', async () => {
      const heads: Head[] = []
      const watcher = adapter.watchHeads({ onHead: (head) => heads.push(head) })
      await expect.poll(() => watcher.announced(), { timeout: 5_000 }).toBe(true)
      const { blockNumber } = must(await chain.mine(3))
      await expect.poll(() => heads.at(-1)?.number, { timeout: 500, interval: 5 }).toBe(blockNumber)
      watcher.close()
      must(await chain.mine(1))
      expect(heads.at(-1)?.number).toBe(blockNumber)
    })

    test('with finality at once the final head is the head', async () => {
      expect(must(await adapter.finalHead())).toEqual(must(await adapter.head()))
    })
  })
}
