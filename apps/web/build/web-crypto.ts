/** The module `crypto` of Node as far as @hpke asks for it, where the global of this name is missing. */
export const webcrypto = globalThis.crypto
