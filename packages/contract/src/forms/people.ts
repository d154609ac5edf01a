export const personRoles = ['owner', 'controller', 'signer'] as const

/** A share as it was typed; a decimal comma is accepted where people write it so. */
export const percentOf = (text: string): number => Number(text.replace(',', '.'))
