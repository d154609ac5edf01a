// Without letters that look like digits, as in our ids.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomLength = 6

/**
 * `T-20260105-7K3F9Q`: what it is for, the day, and enough chance that two people do not meet.
 * `random` are six or more random bytes, `now` is service time.
 */
export function newReference(kind: string, now: number, random: Uint8Array): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  const chance = Array.from(random.slice(0, randomLength), (byte) => alphabet[byte % 32])
  return `${kind}-${day}-${chance.join('')}`
}
