import type { Rolldown } from 'vite'

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type Group = NonNullable<Splitting['groups']>[number]
/** `by`: so many pages or dialogs have to need a file before it belongs to the group. */
type Shared = { name: string; by: number; files: readonly string[] }

const dialogParts =
  'dialog|focus-.*|dismissable-layer|portal|presence|id|slot|primitive|compose-refs|context|use-(?!size).*'

/** What several pages share; a group may use the ones before it. */
const shared: readonly Shared[] = [
  // Nearly every page needs these.
  {
    name: 'base',
    by: 17,
    files: [
      'node_modules/@tanstack/(query-core|react-query)/',
      'node_modules/lucide-react/',
      'packages/contract/src/(routes|base)',
      'packages/domain/src/(base|money)/',
      'src/(api|routing)/',
      'src/ui/(controls|display|format|page|preferences)/',
      'src/ui/table/(small-table|model/use-media|use-width)',
    ],
  },
  {
    name: 'formats',
    by: 5,
    files: ['src/ui/format/(bytes|duration)'],
  },
  {
    name: 'more',
    by: 5,
    files: ['node_modules/lucide-react/'],
  },
  {
    name: 'dialogs',
    by: 2,
    files: [
      `node_modules/@radix-ui/(primitive|react-(${dialogParts}))/`,
      'node_modules/(tslib|react-remove-scroll.*|react-style-singleton|aria-hidden)/',
      'node_modules/(use-callback-ref|use-sidecar)/',
      'src/ui/overlays/(dialog|form-dialog|reason-dialog)',
    ],
  },
  {
    name: 'rows',
    by: 2,
    files: [
      'node_modules/@tanstack/(virtual-core|react-virtual)/',
      'src/ui/table/(row|rows|types|model/scroll-memory|data-table|use-list-rows)[.]',
    ],
  },
  {
    name: 'lists',
    by: 2,
    files: [
      'node_modules/nuqs/',
      'src/ui/table/(?!record-list|member-columns|column[.])',
      'src/ui/overlays/popover[.]',
    ],
  },
  { name: 'forms', by: 2, files: ['node_modules/react-hook-form/', 'src/ui/fields/use-refusal'] },
  { name: 'encoding', by: 2, files: ['packages/signing/src/base/'] },
]

/** The words and rules of an area, without its components: `features/<area>/*.ts`. */
const catalogues =
  /src\/features\/(accounts|liquidity|payin-routes|transfers|wallets|webhooks)\/(?:(?:deposits|destination|resolve)\/)?[a-z-]+[.]ts$/

/**
 * A small file costs a request and compresses badly, and a large one brings code that a page does not need: these are
 * used together.
 */
export const groups: Group[] = [
  // React and the router change rarely: one file with a long life in caches.
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
    priority: 100,
  },
  // What the first paint needs.
  { name: 'shell', tags: ['$initial'], priority: 90 },
  ...shared.map(({ name, by, files }, index) => ({
    name,
    test: new RegExp(files.join('|')),
    minShareCount: by,
    priority: 50 - index,
  })),
  // Small sheets compress together: what an area shares is one file.
  { name: 'styles', test: /src\/features\/.*[.]css$/, priority: 60 },
  {
    debugName: 'words',
    name: (id) => catalogues.exec(id)?.[1] ?? null,
    minShareCount: 5,
    priority: 10,
  },
]
