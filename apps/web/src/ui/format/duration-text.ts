/** `about 2 h`: how long something takes, as a person would say it. */
export function durationText(minutes: number): string {
  if (minutes <= 0) return 'at once'
  if (minutes < 90) return `about ${Math.max(1, Math.round(minutes))} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `about ${hours} h` : `about ${Math.round(hours / 24)} days`
}
