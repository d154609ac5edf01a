import { plural, t } from '../../messages/text.ts'

/** `about 2 h`: how long something takes, as a person would say it. */
export function durationText(minutes: number): string {
  if (minutes <= 0) return t('at once')
  if (minutes < 90) return t('about {minutes} min', { minutes: Math.max(1, Math.round(minutes)) })
  const hours = Math.round(minutes / 60)
  return hours < 48
    ? t('about {hours} h', { hours })
    : plural(Math.round(hours / 24), { one: 'about {count} day', other: 'about {count} days' })
}
