import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keccak256 } from 'viem/utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRpc } from '../evm/rpc.ts'
import type { Hex } from '../port/chain.ts'
import { type TestChain, startTestChain } from '../testing/chain.ts'
import { must, newWallet, signTransfer, transferTokens } from '../testing/wallet.ts'
import { waitForReceipt } from './inclusion.ts'
import { isAlive } from './process.ts'

let dataDir: string
let endings: (() => unknown)[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'corridor-chain-'))
  endings = []
})

afterEach(async () => {
  for (const end of endings.toReversed()) await end()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(options: Parameters<typeof startTestChain>[0] = {}): Promise<TestChain> {
  const chain = await startTestChain({ dataDir, ...options })
  endings.push(chain.stop)
  return chain
}

function tokenOf(chain: TestChain): Hex {
  return chain.definition.tokens[0]?.address ?? '0x'
}

async function pay(chain: TestChain, to: Hex, amount = 1_000n) {
  return must(await chain.faucet({ to, token: tokenOf(chain), amount }))
}

async function balanceOf(chain: TestChain, address: Hex) {
  return must(await chain.adapter.balances(address, [tokenOf(chain)])).tokens[0]
}

const settings = () => JSON.parse(readFileSync(join(dataDir, 'devchain.json'), 'utf8'))

/** The node is killed and the supervisor has restarted it. */
async function killNode(chain: TestChain): Promise<void> {
  const back = new Promise<void>((resolve) => {
    const off = chain.onRestart(() => {
      off()
      resolve()
    })
  })
  process.kill(chain.pid(), 'SIGKILL')
  await back
}

test('the first start brings two tokens of 6 and 18 decimals and private files', async () => {
  const chain = await start()
  expect(chain.definition.tokens.map(({ key, decimals }) => [key, decimals])).toEqual([
    ['dev-usdc', 6],
    ['dev-dai', 18],
  ])
  expect(must(await chain.adapter.chainId())).toBe(31_337)
  for (const file of ['devchain.json', 'chain.json']) {
    expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600)
  }
})

test('no word of the mnemonic is on the command line of the node, which holds no key', async () => {
  const chain = await start()
  const commandLine = readFileSync(`/proc/${chain.pid()}/cmdline`, 'utf8').split('\0')
  expect(commandLine).toContain('--init')
  const secrets = new Set<string>(settings().mnemonic.split(' '))
  expect(
    commandLine.flatMap((part) => part.split(' ')).filter((item) => secrets.has(item)),
  ).toEqual([])
  const environment = readFileSync(`/proc/${chain.pid()}/environ`, 'utf8')
  expect(environment).not.toContain(settings().mnemonic)
  const rpc = createRpc({ url: chain.definition.rpcUrl, timeoutMs: 5_000 })
  endings.push(rpc.close)
  expect(must(await rpc.call('eth_accounts', []))).toMatchObject({ result: [] })
})

test('a second start has the same address, tokens, marker, balances and receipts', async () => {
  const first = await start()
  const { address } = newWallet()
  const payment = await pay(first, address)
  await first.stop()
  expect(isAlive(first.pid())).toBe(false)

  const second = await start()
  expect(second.definition).toEqual(first.definition)
  expect(second.marker).toBe(first.marker)
  expect(await second.check(first.marker)).toMatchObject({ ok: true })
  expect(await balanceOf(second, address)).toBe(1_000n)
  const receipt = must(await second.adapter.receipt(payment.transactionHash))
  expect(receipt?.blockNumber).toBe(payment.blockNumber)
})

test('another instance is another chain and its database is refused', async () => {
  const mine = await start()
  const other = await startTestChain()
  endings.push(other.remove)
  expect(other.marker).not.toBe(mine.marker)
  expect(other.definition.tokens).not.toEqual(mine.definition.tokens)
  expect(await mine.check(other.marker)).toMatchObject({ ok: false, failure: 'CHAIN_MISMATCH' })
})

test('what was mined a moment before a kill of the node is there again or can be sent again', async () => {
  const chain = await start()
  const wallet = newWallet()
  const to = newWallet().address
  const payment = await pay(chain, wallet.address)
  const raw = await signTransfer(chain.adapter, wallet, { to, token: tokenOf(chain), amount: 400n })
  must(await chain.adapter.send(raw))
  await killNode(chain)

  expect(await chain.check(chain.marker)).toMatchObject({ ok: true })
  const sentBefore = [payment.rawTransaction, raw]
  must(await chain.resend(sentBefore))
  expect(await balanceOf(chain, to)).toBe(400n)
  expect(await balanceOf(chain, wallet.address)).toBe(600n)
  expect(must(await chain.resend(sentBefore))).toEqual({ present: 2, sent: 0 })
})

test('what is older than the last save survives a kill of the node alone', async () => {
  const chain = await start()
  const { address } = newWallet()
  await pay(chain, address)
  await expect
    .poll(() => JSON.parse(readFileSync(join(dataDir, 'chain.json'), 'utf8')).best_block_number)
    .toBe(Number(must(await chain.adapter.head()).number))
  await killNode(chain)
  expect(await balanceOf(chain, address)).toBe(1_000n)
})

test('a lost state file is rebuilt as the same chain from the stored transactions', async () => {
  const first = await start()
  const wallet = newWallet()
  const to = newWallet().address
  const payment = await pay(first, wallet.address)
  must(await first.mine(300))
  const request = { to, token: tokenOf(first), amount: 5n }
  const raw = await signTransfer(first.adapter, wallet, request)
  const { hash } = must(await first.adapter.send(raw))
  must(await waitForReceipt(first.adapter, hash))
  await first.stop()
  rmSync(join(dataDir, 'chain.json'))

  const second = await start()
  expect(second.marker).toBe(first.marker)
  expect(must(await second.resend([payment.rawTransaction, raw]))).toEqual({ present: 0, sent: 2 })
  expect(await balanceOf(second, to)).toBe(5n)
})

test('a torn state file is moved aside and reported', async () => {
  const first = await start()
  await first.stop()
  writeFileSync(join(dataDir, 'chain.json'), '{"block":')
  const second = await start()
  expect(await second.check(first.marker)).toMatchObject({ ok: true })
  expect(second.logged().join()).toContain('moved aside')
})

test('bytes that the chain cannot take are RESEND_REFUSED', async () => {
  const chain = await start()
  const wallet = newWallet()
  await pay(chain, wallet.address)
  const request = { to: wallet.address, token: tokenOf(chain), nonce: 0 }
  const [first, second] = await Promise.all(
    [1n, 2n].map((amount) => signTransfer(chain.adapter, wallet, { ...request, amount })),
  )
  if (!first || !second) throw new Error('nothing was signed')
  must(await chain.resend([first]))
  expect(await chain.resend([second])).toMatchObject({ ok: false, failure: 'RESEND_REFUSED' })
})

/** Another process that starts the chain of the folder, pays 1000 units and waits. */
async function startParent() {
  const program = new URL('../testing/start-and-wait.ts', import.meta.url).pathname
  const parent = spawn(process.execPath, [program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endings.push(() => parent.kill('SIGKILL'))
  const output = await new Promise<string>((resolve) => {
    parent.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()))
  })
  const { pid, paid } = JSON.parse(output) as { pid: number; paid: Hex }
  const crash = async () => {
    parent.kill('SIGKILL')
    await new Promise((resolve) => parent.once('exit', resolve))
  }
  return { pid, paid, crash }
}

test('a node that outlived its parent is taken over with its memory whole', async () => {
  const { pid, paid, crash } = await startParent()
  await crash()
  expect(isAlive(pid)).toBe(true)

  const chain = await start()
  expect(chain.pid()).toBe(pid)
  expect(await balanceOf(chain, paid)).toBe(1_000n)
  await chain.stop()
  expect(isAlive(pid)).toBe(false)
})

test('a second process of the same folder uses the node and does not end it', async () => {
  const { pid } = await startParent()
  const guest = await start()
  expect(guest.pid()).toBe(pid)
  await guest.stop()
  expect(isAlive(pid)).toBe(true)
  await (await start()).stop()
  expect(isAlive(pid)).toBe(true)
  process.kill(pid)
})

test('when the process that looks after the node is gone, another one takes its place', async () => {
  const { pid, crash } = await startParent()
  const guest = await start()
  await crash()
  await expect.poll(() => settings().parentPid).toBe(process.pid)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => guest.pid()).not.toBe(pid)
  expect(await guest.check(guest.marker)).toMatchObject({ ok: true })
})

test('a pid that now belongs to another process is left alone', async () => {
  const first = await start()
  await first.stop()
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  endings.push(() => stranger.kill('SIGKILL'))
  const file = join(dataDir, 'devchain.json')
  writeFileSync(file, JSON.stringify({ ...settings(), pid: stranger.pid }))

  const second = await start()
  expect(second.pid()).not.toBe(stranger.pid)
  await second.stop()
  expect(isAlive(stranger.pid ?? 0)).toBe(true)
})

/** A port that was just given up may be somebody's end of a connection for a moment. */
async function holdPort(port: number): Promise<Server> {
  for (;;) {
    const server = createServer((socket) => socket.destroy())
    const isHeld = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (isHeld) return server
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('a port that is taken is replaced at the next start, the chain stays the same', async () => {
  const first = await start()
  const { address } = newWallet()
  await pay(first, address)
  await first.stop()
  const server = await holdPort(settings().port)
  endings.push(() => server.close())

  const second = await start()
  expect(second.definition.rpcUrl).not.toBe(first.definition.rpcUrl)
  expect(second.marker).toBe(first.marker)
  expect(await balanceOf(second, address)).toBe(1_000n)
})

test('down keeps the node down, up brings it back with everything', async () => {
  const chain = await start()
  const { address } = newWallet()
  await pay(chain, address)
  await chain.down()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await chain.adapter.head()).toMatchObject({ failure: 'CHAIN_UNAVAILABLE' })
  await chain.up()
  expect(await balanceOf(chain, address)).toBe(1_000n)
})

test('a node that hangs is ended all the same', async () => {
  const chain = await start()
  const pid = chain.pid()
  process.kill(pid, 'SIGSTOP')
  await chain.stop()
  expect(isAlive(pid)).toBe(false)
}, 60_000)

test('time goes forward on purpose, stays ahead, and a restart does not take it back', async () => {
  const chain = await start()
  const day = 86_400
  const ahead = Math.floor(Date.now() / 1000) + day
  const aheadOfNow = async () => {
    must(await chain.mine(1))
    return must(await chain.adapter.head()).timestamp - Math.floor(Date.now() / 1000)
  }
  must(await chain.setNextBlockTime(ahead))
  expect(await aheadOfNow()).toBeGreaterThanOrEqual(day - 5)
  expect(await aheadOfNow()).toBeGreaterThanOrEqual(day - 5)
  expect(await chain.setNextBlockTime(ahead - day)).toMatchObject({ failure: 'TIME_REFUSED' })

  await killNode(chain)
  expect(await aheadOfNow()).toBeGreaterThanOrEqual(day - 5)
  await chain.stop()
  const head = must(await (await start()).adapter.head())
  expect(head.timestamp).toBeGreaterThanOrEqual(ahead)
})

test('dropped blocks take their payments along; the chain goes on at its own time', async () => {
  const chain = await start({ finality: { depth: 3 } })
  must(await chain.mine(4))
  const { address } = newWallet()
  const before = await pay(chain, address, 7n)
  must(await chain.mine(1))
  const lost = await pay(chain, address, 100n)
  const { number } = must(await chain.adapter.head())
  const dropped = must(await chain.dropBlocks(Number(number - before.blockNumber)))
  expect(dropped.blockNumber).toBe(number + 1n)
  expect(await balanceOf(chain, address)).toBe(7n)
  expect(must(await chain.adapter.receipt(lost.transactionHash))).toBeUndefined()
  const { timestamp } = must(await chain.adapter.head())
  expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(5)
  await pay(chain, address, 1n)
  expect(await balanceOf(chain, address)).toBe(8n)
  await expect
    .poll(async () => must(await chain.adapter.head()).number)
    .toBeGreaterThan(number + 3n)

  for (const blocks of [4, 1_000])
    expect(await chain.dropBlocks(blocks)).toMatchObject({ failure: 'BLOCKS_FINAL' })
})

test('final blocks and those with the tokens are never dropped', async () => {
  const chain = await start({ finality: { depth: 1_000 } })
  const head = must(await chain.adapter.head()).number
  expect(await chain.dropBlocks(Number(head))).toMatchObject({ failure: 'BLOCKS_FINAL' })
  await chain.stop()
  const instant = await start()
  expect(await instant.dropBlocks(1)).toMatchObject({ failure: 'BLOCKS_FINAL' })
})

test('many faucet payments at once are all paid', async () => {
  const chain = await start()
  const wallets = Array.from({ length: 20 }, () => newWallet())
  const paid = await Promise.all(wallets.map(({ address }) => pay(chain, address, 3n)))
  expect(new Set(paid.map((item) => item.transactionHash)).size).toBe(20)
  for (const { address } of wallets) expect(await balanceOf(chain, address)).toBe(3n)
})

test('native coin of one faucet payment lasts for a hundred transfers', async () => {
  const chain = await start()
  const wallet = newWallet()
  await pay(chain, wallet.address, 100n)
  for (let count = 0; count < 100; count += 1) {
    const request = { to: newWallet().address, token: tokenOf(chain), amount: 1n }
    const receipt = await transferTokens(chain.adapter, wallet, request)
    expect(receipt.status).toBe('success')
  }
}, 30_000)

test('native coin of one faucet payment pays for a hundred transactions at 10 gwei', async () => {
  const chain = await start()
  const { address } = newWallet()
  await pay(chain, address)
  const { native } = must(await chain.adapter.balances(address, []))
  expect(native).toBeGreaterThanOrEqual(100n * 100_000n * 10n ** 10n)
})

test('a token that is not of this chain is refused by the faucet', async () => {
  const chain = await start()
  const { address } = newWallet()
  const request = { to: address, token: address, amount: 1n }
  expect(await chain.faucet(request)).toMatchObject({ failure: 'TOKEN_UNKNOWN' })
})

test('a wallet without native coin is topped up by the gas station and can pay', async () => {
  const chain = await start()
  const { adapter, gasStation } = chain
  const rich = newWallet()
  const poor = newWallet()
  await pay(chain, rich.address)
  const request = { to: poor.address, token: tokenOf(chain), amount: 10n }
  await transferTokens(adapter, rich, request)

  const fees = must(await adapter.fees())
  const raw = await signTransfer(adapter, poor, { ...request, to: rich.address })
  expect(await adapter.send(raw)).toMatchObject({ failure: 'INSUFFICIENT_NATIVE' })
  const value = gasStation.topUpNeeded(0n, 100_000n * fees.maxFeePerGas)
  const nonce = must(await adapter.transactionCount(gasStation.address))
  const topUp = await gasStation.signTopUp({ to: poor.address, value, nonce, ...fees })
  expect(topUp.hash).toBe(keccak256(topUp.raw))
  must(await adapter.send(topUp.raw))
  must(await waitForReceipt(adapter, topUp.hash))
  must(await adapter.send(raw))
  await expect.poll(() => balanceOf(chain, poor.address), { interval: 10 }).toBe(0n)
})
