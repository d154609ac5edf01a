import type { Deps } from '../../../src/ports/deps.ts'

/** The instance's only chain, which is a dev chain. */
export function devChainOf({ chains }: Pick<Deps, 'chains'>) {
  const [link] = chains.values()
  if (!link?.dev) throw new Error('this instance has no dev chain')
  return { ...link, dev: link.dev }
}

/** A raw call of the node, for what no port of ours offers: impersonation, code, reorganisations. */
export async function rpc(
  deps: Pick<Deps, 'chains'>,
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  const response = await fetch(devChainOf(deps).definition.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}
