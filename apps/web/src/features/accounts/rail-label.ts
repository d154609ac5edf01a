/** `SEPA_INSTANT` as `Sepa instant` would be wrong: names of rails are names. */
export function railLabel(rail: string): string {
  return rail.replaceAll('_', ' ')
}
