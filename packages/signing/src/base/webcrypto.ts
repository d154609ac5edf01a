// Taken from the running platform's own declarations, so that the package type-checks both under the
// browser's library and under Node's.
export type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>
export type PlatformKeyPair = { publicKey: PlatformKey; privateKey: PlatformKey }
