import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { get, post, put, send } from '../http.ts'

/** One line of the inbox: a notification, or several of a burst. */
export type Notification = {
  id: string
  kind: string
  label: string
  text: string
  /** Records that it is about, and notifications of it that are unread. */
  count: number
  unread: number
  place: number
  at: string
  subject: { kind: string; id: string }
}

type Page = { data: Notification[]; next: number | null; unread: number }

export type NoticeKind = {
  kind: string
  label: string
  text: string
  /** Always sent on both channels. */
  isFixed: boolean
  page: boolean
  mail: boolean
}
export type Quiet = { from: string; to: string; zone: string }
export type NoticeSettings = { hasEmail: boolean; quiet: Quiet | null; kinds: NoticeKind[] }

/** What live messages about notifications make stale. */
export const inboxKey = ['notifications'] as const

export const inboxQuery = (filter: { kind: string; unread: boolean }) =>
  infiniteQueryOptions({
    queryKey: [...inboxKey, 'list', filter],
    queryFn: async ({ pageParam, signal }) => {
      const query: Record<string, string> = {}
      if (filter.kind !== '') query['kind'] = filter.kind
      if (filter.unread) query['unread'] = 'true'
      if (pageParam !== undefined) query['before'] = String(pageParam)
      return (await send({ method: 'GET', path: '/notifications' }, { query, signal })) as Page
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const unreadQuery = queryOptions({
  queryKey: [...inboxKey, 'unread'],
  queryFn: ({ signal }) => get<{ unread: number }>('/notifications/unread', signal),
})

export const noticeSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => get<NoticeSettings>('/notifications/settings', signal),
})

/** Marks a line as read, and gives it. */
export const readNotification = (id: string) => post<Notification>(`/notifications/${id}/read`)

/** Marks as read what the person has had before them: everything up to a place. */
export const readNotificationsTo = (to: number) => post<unknown>('/notifications/read', { to })

export const saveNoticeSettings = ({ kinds, quiet }: Pick<NoticeSettings, 'kinds' | 'quiet'>) => {
  const chosen = kinds
    .filter(({ isFixed }) => !isFixed)
    .map(({ kind, page, mail }) => [kind, { page, mail }] as const)
  const body = { kinds: Object.fromEntries(chosen), quiet }
  return put<NoticeSettings>('/notifications/settings', body)
}
