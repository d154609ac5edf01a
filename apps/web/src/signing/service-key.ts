const prefix = 'corridor.service-key.'

/**
 * The key that the service signs its bundles with, as this browser saw it first for a workspace; undefined where the
 * bundle names another one. The API does not publish the key, so the first bundle is believed: somebody who changes
 * answers on the way has to have done so from the beginning.
 */
export function pinnedServiceKey(workspaceId: string, bundle: string): string | undefined {
  const named = namedIn(bundle)
  if (named === undefined) return undefined
  const known = read(prefix + workspaceId)
  if (known === null) write(prefix + workspaceId, named)
  return known === null || known === named ? named : undefined
}

function namedIn(bundle: string): string | undefined {
  try {
    const { enclaveQuorumPublic } = JSON.parse(bundle) as { enclaveQuorumPublic?: unknown }
    return typeof enclaveQuorumPublic === 'string' ? enclaveQuorumPublic : undefined
  } catch {
    return undefined
  }
}

const inMemory = new Map<string, string>()

function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return inMemory.get(name) ?? null
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // A browser without storage remembers as long as the page is open.
    inMemory.set(name, value)
  }
}
