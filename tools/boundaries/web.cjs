// Who may import whom within apps/web: floors from the ground up.
const { npm } = require('./rules.cjs')

/** Floors of the dashboard from the ground up: `messages < routing, api < ui < signing < features < pages < app`. */
module.exports = [
  {
    name: 'messages-know-nothing',
    comment:
      'Every text of the dashboard comes from here; it knows the language and nothing that is said.',
    severity: 'error',
    from: { path: '^apps/web/src/messages/' },
    to: { path: '^apps/web/src/', pathNot: '^apps/web/src/messages/' },
  },
  {
    name: 'routing-knows-no-code',
    comment: 'Addresses and preloading are for everything above; they know no page, query or part.',
    severity: 'error',
    from: { path: '^apps/web/src/routing/' },
    to: { path: '^apps/web/src/', pathNot: '^apps/web/src/(routing|messages)/' },
  },
  {
    name: 'queries-know-no-screen',
    comment: 'Calls, queries and the live stream would be the same under another interface.',
    severity: 'error',
    from: { path: '^apps/web/src/api/' },
    to: { path: '^apps/web/src/', pathNot: '^apps/web/src/(api|messages)/' },
  },
  {
    name: 'ui-knows-no-module',
    comment:
      'The kit serves every page: of the API it knows errors, the service’s clock, what a list is, how a change is reported and what this tab has made, never a query or a record.',
    severity: 'error',
    from: { path: '^apps/web/src/ui/' },
    to: {
      path: '^apps/web/src/',
      pathNot:
        '^apps/web/src/(ui/|routing/|messages/|api/(clock|errors|listeners|list-source|made-here)\\.ts$)',
    },
  },
  {
    name: 'primitives-know-no-data',
    comment:
      'Controls, displays and layers know neither router nor queries; links, regions and tables of ui/ do.',
    severity: 'error',
    from: { path: '^apps/web/src/ui/(controls|display|format|overlays|preferences)/' },
    to: { path: ['^apps/web/src/routing/', npm('react-router', '@tanstack/react-query')] },
  },
  {
    name: 'keys-know-no-screen',
    comment: 'What is signed is decoded and compared below every screen that shows it.',
    severity: 'error',
    from: { path: '^apps/web/src/signing/' },
    to: { path: '^apps/web/src/', pathNot: '^apps/web/src/(signing|api|messages|ui/format)/' },
  },
  {
    name: 'parts-know-no-page',
    comment: 'What two pages share lies in features/; a page is never a library of another.',
    severity: 'error',
    from: { path: '^apps/web/src/features/' },
    to: { path: '^apps/web/src/(pages|app)/' },
  },
  {
    name: 'pages-stand-alone',
    comment: 'What two modules share lies in features/; a page is never a library of another.',
    severity: 'error',
    from: { path: '^apps/web/src/pages/([^/]+)/' },
    to: { path: '^apps/web/src/(pages|app)/', pathNot: '^apps/web/src/pages/$1/' },
  },
  {
    name: 'web-without-folder-circles',
    comment:
      'Two folders that need each other are one folder in two places. Of the server the tidy check holds it: tests there may reach upwards.',
    severity: 'error',
    scope: 'folder',
    from: { path: '^apps/web/src/' },
    to: { circular: true },
  },
]
