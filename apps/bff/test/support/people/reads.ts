import { type Endpoint, operations } from '@corridor/contract'

/** Texts that answers gave, by the name of their member, and ids by their prefix too. */
export type Ids = ReadonlyMap<string, ReadonlySet<string>>

type Ask = (path: string) => Promise<{ status: number; text: string }>

const reads: Endpoint[] = Object.values(operations)
  .flatMap((ofModule): Endpoint[] => Object.values(ofModule))
  .filter(({ method, stream }) => method === 'GET' && !stream)

/** Which record the parameter of a path names, where its own name is not a member of any answer. */
const prefixes: Record<string, string> = { accountId: 'acc', depositId: 'dep', rfiId: 'rfi' }
const roundsMax = 4
/** Of what every call adds one to, a few are enough. */
const fewOf = new Set(['auditId', 'requestId'])

/**
 * Everything that somebody can read: each GET of the contract, with every id that any other answer
 * named, or one of the answers `seen` before. Gives the texts of all answers by path, and the operations that answered with 200.
 */
export async function everythingRead(
  ask: Ask,
  seen: readonly string[] = [],
): Promise<{ texts: Map<string, string>; answered: Set<string>; known: Ids }> {
  const known = new Map<string, Set<string>>()
  for (const text of seen) collect(JSON.parse(text), '', known)
  const texts = new Map<string, string>()
  const answered = new Set<string>()
  for (let round = 0; round < roundsMax; round += 1) {
    const paths = reads.flatMap((endpoint) =>
      pathsOf(endpoint, known).map((path) => ({ endpoint, path })),
    )
    for (const { endpoint, path } of paths.filter((item) => !texts.has(item.path))) {
      const { status, text } = await ask(path)
      if (status === 429) throw new Error(`the limits keep ${path} from being read`)
      texts.set(path, text)
      if (status !== 200) continue
      answered.add(endpoint.id)
      collect(JSON.parse(text), '', known)
    }
  }
  return { texts, answered, known }
}

function pathsOf({ path, query }: Endpoint, known: ReadonlyMap<string, Set<string>>): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const filled = names.reduce<string[]>(
    (paths, name) =>
      paths.flatMap((item) =>
        [...(known.get(name) ?? []), ...(known.get(prefixes[name] ?? '') ?? [])]
          .slice(0, fewOf.has(name) ? 20 : undefined)
          .map((value) => item.replace(`{${name}}`, encodeURIComponent(value))),
      ),
    [path],
  )
  const takesLimit = query?.safeParse({ limit: '200' }).success === true
  return [...new Set(filled)].map((item) => (takesLimit ? `${item}?limit=200` : item))
}

/** Texts by the name of their member, and ids by their prefix too. */
function collect(value: unknown, name: string, known: Map<string, Set<string>>): void {
  if (typeof value === 'string' && value !== '') {
    note(name, value)
    const prefix = /^([a-z]+)[_-][0-9a-z]{26}$/.exec(value)?.[1]
    if (prefix !== undefined) note(prefix, value)
  }
  if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) collect(member, key, known)

  function note(key: string, text: string): void {
    const values = known.get(key) ?? new Set<string>()
    known.set(key, values.add(text))
  }
}
