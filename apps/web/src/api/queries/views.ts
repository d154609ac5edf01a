import { queryOptions } from '@tanstack/react-query'
import { get, post, put, send } from '../http.ts'

/** What a view shows: the list's address with filters, sort and tab; its columns, and the height of rows. */
export type ViewBody = { path: string; search: string; columns: unknown; density: string }

export type SavedView = {
  viewId: string
  list: string
  name: string
  body: ViewBody
  isShared: boolean
  isOwn: boolean
  /** The person made it, or manages the team. */
  mayChange: boolean
  /** The list opens with it for this person. */
  isDefault: boolean
  madeBy: string
  updatedAt: string
}

export const viewsKey = ['views'] as const

/** The person's own views and those that colleagues share, of all lists. */
export const viewsQuery = queryOptions({
  queryKey: viewsKey,
  queryFn: async ({ signal }) => (await get<{ data: SavedView[] }>('/views', signal)).data,
  staleTime: 60_000,
})

export type NewView = Pick<SavedView, 'list' | 'name' | 'body' | 'isShared'>

export const createView = (body: NewView) => post<SavedView>('/views', body)

export const changeView = (
  viewId: string,
  body: Partial<Pick<SavedView, 'name' | 'body' | 'isShared'>>,
) => put<SavedView>(`/views/${viewId}`, body)

export const deleteView = (viewId: string): Promise<unknown> =>
  send({ method: 'DELETE', path: `/views/${viewId}` })

/** Which view a list opens with; none with null. */
export const setDefaultView = (list: string, viewId: string | null) =>
  put<unknown>('/views/default', { list, viewId })

/** Where a view is seen; only ever an address of this dashboard, whatever a colleague stored. */
export function viewAddress({ viewId, body }: Pick<SavedView, 'viewId' | 'body'>): string {
  const { origin } = window.location
  const path = typeof body.path === 'string' ? body.path : '/'
  if (!URL.canParse(path, origin)) return '/'
  const url = new URL(path, origin)
  if (url.origin !== origin) return '/'
  const params = new URLSearchParams(typeof body.search === 'string' ? body.search : '')
  params.set('saved', viewId)
  return `${url.pathname}?${params.toString()}`
}
