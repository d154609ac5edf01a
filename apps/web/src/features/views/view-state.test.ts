import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

const state = async () => {
  vi.stubGlobal('window', {
    matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
    addEventListener: () => undefined,
  })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  const [view, preferences] = await Promise.all([
    import('./view-state.ts'),
    import('../../ui/preferences/preferences.ts'),
  ])
  return { ...view, ...preferences }
}

const body = { path: '/transfers', search: 'status=FAILED', density: 'compact' }

test('which view it is and which record is open are no part of it, and order makes no difference', async () => {
  const { viewSearch } = await state()
  expect(viewSearch('?sort=-x&saved=1&open=2&q=a')).toBe(viewSearch('?q=a&sort=-x'))
})

test('a view brings its columns for its list alone, and takes back own ones where it has none', async () => {
  const { applyView, changePreferences, readPreferences } = await state()
  changePreferences({ columns: { Wallets: { hidden: ['a'], order: ['a'] } } })
  const columns = { hidden: ['fees'], order: ['status', 'fees'] }
  const earlier = { ...columns, pinned: ['status'], widths: { status: 200 } }
  applyView({ list: 'Transfers', body: { ...body, columns: earlier } })
  expect(readPreferences().density).toBe('compact')
  expect(readPreferences().columns).toEqual({
    Wallets: { hidden: ['a'], order: ['a'] },
    Transfers: columns,
  })
  applyView({ list: 'Transfers', body: { ...body, columns: null } })
  expect(Object.keys(readPreferences().columns)).toEqual(['Wallets'])
})

test.each([[{ hidden: 'x', order: [] }], [7], [{ hidden: [1], order: [] }], ['x']])(
  'columns that cannot be read are none: %j',
  async (columns) => {
    const { applyView, readPreferences } = await state()
    applyView({ list: 'Transfers', body: { ...body, density: 'huge', columns } })
    expect(readPreferences().columns).toEqual({})
    expect(readPreferences().density).toBe('normal')
  },
)
