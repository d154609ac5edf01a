import { newWallet, must } from './wallet.ts'
import { startTestChain } from './chain.ts'

// A parent for tests that kill parents: starts the chain of a folder, makes a payment,
// says so on one line and waits for its end.
const chain = await startTestChain({ dataDir: process.argv[2] ?? '' })
const { address } = newWallet()
const token = chain.definition.tokens[0]?.address ?? '0x'
must(await chain.faucet({ to: address, token, amount: 1_000n }))
process.stdout.write(`${JSON.stringify({ pid: chain.pid(), paid: address })}\n`)
setInterval(() => undefined, 1_000)
