// Who may import whom. Each rule says why, so that a failure explains itself.
// The parser is swc: dependency-cruiser cannot read the compiler interface of TypeScript 7, and
// without @swc/core it finds no imports at all and is green. tools/planted.test.ts guards that.

const { test, config, npm, only } = require('./tools/boundaries/rules.cjs')
const serverRules = require('./tools/boundaries/server.cjs')
const webFloors = require('./tools/boundaries/web.cjs')

const packageRules = [
  only(
    'contract-is-data',
    'The contract is read by servers, browsers and partners: zod and nothing else.',
    'packages/contract',
    [npm('zod')],
  ),
  only(
    'domain-is-pure',
    'The domain is true without a computer: no I/O, no clock; of the contract only types, of libraries only hashes, the number rules of countries and the letters of scripts, which others keep up to date.',
    'packages/domain',
    [
      '^packages/contract/src/',
      npm(
        'ibantools',
        'clabe-validator',
        'cpf-cnpj-validator',
        '@noble/hashes',
        'any-ascii',
        'pinyin-pro',
      ),
    ],
  ),
  only(
    'signing-runs-everywhere',
    'Bytes in, bytes out, in browser and server: no node: module, only audited cryptography.',
    'packages/signing',
    [
      npm(
        '@noble/curves',
        '@noble/hashes',
        '@hpke/core',
        '@hpke/common',
        '@scure/base',
        '@scure/bip32',
        '@scure/bip39',
        '@ethereumjs/rlp',
      ),
    ],
  ),
  only(
    'signer-is-alone',
    'The vault sees keys: it takes signing and the policy engine alone, never the API around it.',
    'packages/signer',
    [
      '^packages/signing/src/',
      '^packages/contract/src/base/policy\\.ts$',
      '^packages/domain/src/policy/',
      npm(
        '@noble/curves',
        '@noble/hashes',
        '@scure/bip32',
        '@scure/bip39',
        '@simplewebauthn/server',
        'jose',
        'kysely',
        'pg',
        '@types/pg',
      ),
    ],
    true,
  ),
  only(
    'chains-know-money-only',
    'A chain adapter moves amounts; it knows no transfer, partner or table.',
    'packages/chains',
    ['^packages/domain/src/money/', npm('viem', '@foundry-rs/anvil')],
    true,
  ),
  only(
    'banks-know-money-only',
    'A bank adapter moves amounts; it knows no transfer, partner or table.',
    'packages/banks',
    ['^packages/domain/src/money/', npm('saxes')],
    true,
  ),
  only(
    'screening-is-pure',
    'Names are compared by their letters alone; whose they are, and what follows, others know.',
    'packages/screening',
    [npm('any-ascii', 'pinyin-pro')],
  ),
  only(
    'client-is-thin',
    'A partner imports the client: it brings the contract and signing, nothing of the server.',
    'packages/client',
    ['^packages/contract/src/', '^packages/signing/src/'],
  ),
]

const lightRules = [
  {
    name: 'contract-types-only',
    comment:
      'Zod weighs 92 kB in a browser. Web, client and domain take types, /routes, /deprecations, /ids, /names, /places, /members, /step-up and /forms of the contract.',
    severity: 'error',
    from: { path: '^(apps/web|packages/client|packages/domain)/src/', pathNot: test },
    to: {
      path: '^packages/contract/src/',
      pathNot: [
        '^packages/contract/src/(routes\\.generated\\.ts|base/(deprecations|ids|names|places|step-up)\\.ts|forms/)',
        '^packages/contract/src/.*members\\.ts$',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'web-without-zod',
    comment:
      'Forms validate with schemas of contract/forms, written in zod/mini; zod itself stays out.',
    severity: 'error',
    from: {
      path: [
        '^(apps/web/src/|packages/contract/src/(forms/|base/(ids|names|step-up)\\.ts))',
        '^packages/contract/src/.*members\\.ts$',
      ],
      pathNot: test,
    },
    to: { path: npm('zod'), pathNot: '/zod/(v4/)?mini', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'web-sees-no-server',
    comment:
      'The dashboard talks to the API; it shares only contract, domain, client and signing with it.',
    severity: 'error',
    from: { path: '^apps/web/src/', pathNot: test },
    to: {
      path: [
        '^apps/bff/',
        '^packages/(signer|chains|banks|screening)/',
        '^tools/',
        '^e2e/',
        '^bench/',
      ],
    },
  },
  {
    name: 'web-sees-no-node',
    comment: 'The dashboard runs in a browser.',
    severity: 'error',
    from: { path: '^apps/web/src/', pathNot: test },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'journeys-are-partners',
    comment:
      'Journeys and benches use the program as a partner does: through client, contract and signing; pure rules are measured as they are.',
    severity: 'error',
    from: { path: '^(e2e|bench)/' },
    to: {
      path: ['^apps/', '^packages/(signer|chains|banks|domain)/'],
      // Published account numbers are data, the same for API, form and journey; the engine of
      // policies is measured without a server; so are names.
      pathNot: ['^packages/domain/src/jurisdictions/testing/', '^packages/domain/src/policy/'],
    },
  },
]

const generalRules = [
  {
    name: 'no-circular',
    comment: 'A cycle cannot be read, tested or moved in parts. Types may point back.',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'apps-without-circles',
    comment: 'Files of an application that need each other, be it for a type, are one file.',
    severity: 'error',
    from: { path: '^apps/(bff|web)/src/', pathNot: test },
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment: 'An import that cannot be found is a typing error or a missing dependency.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-test-code-in-source',
    comment: 'What runs must not depend on what tests it.',
    severity: 'error',
    from: { path: '^(apps|packages)/[^/]+/src/', pathNot: [test, config] },
    to: { path: test },
  },
  {
    name: 'no-dev-dependency-in-source',
    comment: 'What runs may only use what package.json names under dependencies.',
    severity: 'error',
    from: { path: '^(apps|packages)/[^/]+/src/', pathNot: test },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'declared-dependencies',
    comment: 'A package that is not in package.json is there by accident only.',
    severity: 'error',
    from: { pathNot: [config, '^tools/'] },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'public-packages-in-tests-only',
    comment:
      'Other makers’ clients prove that our formats are theirs; the product never needs them.',
    severity: 'error',
    from: { path: '^(apps|packages)/', pathNot: test },
    to: { path: 'node_modules/@turnkey[/+]' },
  },
]

module.exports = {
  forbidden: [...packageRules, ...lightRules, ...serverRules, ...webFloors, ...generalRules],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|artifacts|test-results)/' },
    // The root's tools, such as fast-check, are there for every package's tests.
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
