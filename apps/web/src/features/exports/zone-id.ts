/** The zone that the console shows, by the name that the service knows. */
export function zoneId(zone: string): string {
  if (zone === 'utc') return 'UTC'
  return zone === 'local' ? new Intl.DateTimeFormat().resolvedOptions().timeZone : zone
}
