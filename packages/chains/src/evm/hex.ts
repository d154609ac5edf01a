/** Stored texts are hex already; this says so to the compiler. */
export const asHex = (text: string): `0x${string}` => `0x${text.replace(/^0x/, '')}`
