import { randomBytes } from 'node:crypto'
import { routes } from '@corridor/contract/routes'
import { generateP256KeyPair } from '@corridor/signing'
import { sealHpke } from '../../../packages/signing/src/bundles/hpke.ts'
import { load } from '../load/load.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { alternate, type Contender, type Goal, judged } from '../measure/measure.ts'
import { type BenchStack, startBenchStack } from '../setup/partner.ts'
import {
  codeProof,
  ownersByEmail,
  ownersByToken,
  ownKeyProof,
  type Proof,
  sessionRequests,
  type SessionOwner,
  tokenProof,
} from '../setup/wallet-sessions.ts'

const connections = 16
/** A code or token serves once, so a run needs one for each session. */
const sessionsPerSecond = 80
/** A run ends with its last session, long before this. */
const runMsMax = 120_000
/** Sessions of the run before are over then, and a contact may be sent codes again. */
const betweenRunsSeconds = 3600

const base = 'HPKE seal'
const byCode = 'code, sealed key'
const byToken = 'identity token, sealed key'
const ownKey = 'identity token, own key'

/**
 * Goal 13: only the request that starts a session, with codes and identity tokens made before. A
 * session for the client's own key seals nothing and is shown for comparison.
 */
export const walletSessions: Bench = {
  name: 'wallet-sessions',
  what: `start a session by code and by identity token, ${connections} connections, against the bare seal in one process`,
  run: async (options) => {
    const stack = await startBenchStack()
    try {
      const count = Math.ceil(options.seconds * sessionsPerSecond)
      const series = await alternate(
        [
          bareSeal(options),
          started(stack, byCode, await ownersByEmail(stack, count), codeProof),
          started(stack, byToken, await ownersByToken(stack, count), tokenProof),
          started(stack, ownKey, await ownersByToken(stack, count), ownKeyProof),
        ],
        options.rounds,
      )
      return judged(series, goals)
    } finally {
      await stack.remove()
    }
  },
}

const goals = [byCode, byToken].map((ours): Goal => {
  return { ours, base, metric: 'rate/s', better: 'more', must: 0.4, aim: 0.6 }
})

const started = (
  stack: BenchStack,
  name: string,
  owners: readonly SessionOwner[],
  proof: Proof,
) => ({
  name,
  run: async () => {
    const seconds = betweenRunsSeconds
    await stack.client.call(routes.sandbox.advanceClock, { body: { seconds } })
    const requests = await sessionRequests(stack, owners, proof)
    const { port } = stack
    return load({ port, requests, connections, warmUpMs: 0, durationMs: runMsMax, once: true })
  },
})

/** One seal after the other of what a session's bundle holds, with nothing around it. */
const bareSeal = ({ seconds }: BenchOptions): Contender => ({
  name: base,
  run: async () => {
    const recipientPublicKey = generateP256KeyPair().publicKeyUncompressed
    const plaintext = randomBytes(32)
    const from = performance.now()
    const until = from + seconds * 1000
    let done = 0
    for (; performance.now() < until; done += 1) await sealHpke({ recipientPublicKey, plaintext })
    return { 'rate/s': done / ((performance.now() - from) / 1000) }
  },
})
