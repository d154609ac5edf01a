import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartRefused } from './start-refused.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'corridor-config-'))
  mkdirSync(join(home, '.data'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const live = {
  ENVIRONMENT: 'live',
  BASE_URL: 'https://corridor.example',
  KEK_FILE: '/etc/corridor/kek',
  SIGNER_KEY_FILE: '/etc/corridor/root-keys',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'service@corridor.example',
  SMS_URL: 'https://sms.example/send',
  SCREENING_LIST: '/srv/lists/targets.simple.csv',
  EVM_RPC_URL: 'https://rpc.example',
}

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment, home)
  } catch (error) {
    if (error instanceof StartRefused) return error.message
    throw error
  }
  return ''
}

describe('defaults', () => {
  test('nothing set is a sandbox on port 8787 with all roles', () => {
    expect(readConfig({}, home)).toMatchObject({
      ENVIRONMENT: 'sandbox',
      PORT: 8787,
      HOST: 'localhost',
      BASE_URL: 'http://localhost:8787',
      DATA_DIR: join(home, '.data'),
      ROLE: 'all',
      SEED: 'demo',
      RATE_LIMIT: 'on',
      COOKIE_INSECURE: 'off',
      DEV_CHAIN_FINALITY: 0,
      LOG_LEVEL: 'info',
      BANK_RAIL: 'simulated',
      BANK_FILES_DIR: join(home, '.data/bank-files'),
      BANK_FILES_SECONDS: 60,
    })
  })
  test('a claimed wallet of the sandbox moves more than its partner’s own days let through', () => {
    const most = (settings: Record<string, string>) =>
      readConfig(settings, home).CLAIMED_WALLET_DOLLARS
    expect(most({})).toBeGreaterThan(30 * 500_000)
    expect(most(live)).toBe(1_000)
  })
  test('the base address follows the port, and an empty variable is none', () => {
    expect(readConfig({ PORT: '9000', BASE_URL: '' }, home).BASE_URL).toBe('http://localhost:9000')
  })
  test('a base address loses its final slash', () => {
    expect(readConfig({ BASE_URL: 'https://a.example/' }, home).BASE_URL).toBe('https://a.example')
  })
})

describe('a bad or unknown setting stops the start with its name and never its value', () => {
  const secret = 'hunter2-hunter2'
  test.each([
    ['PORT', { PORT: secret }],
    ['PORT', { PORT: '70000' }],
    ['ENVIRONMENT', { ENVIRONMENT: secret }],
    ['DATABASE_URL', { DATABASE_URL: `mysql://root:${secret}@db/corridor` }],
    ['DATABASE_URL', { DATABASE_URL: `postgres://root:${secret}@db` }],
    ['DATABASE_URL', { DATABASE_URL: secret }],
    ['BASE_URL', { BASE_URL: `https://a.example/${secret}` }],
    ['BASE_URL', { BASE_URL: `ftp://${secret}` }],
    ['RATE_LIMIT', { RATE_LIMIT: secret }],
    ['SEED', { SEED: secret }],
    ['ROLE', { ROLE: secret }],
    ['LOG_LEVEL', { LOG_LEVEL: secret }],
    ['COOKIE_INSECURE', { COOKIE_INSECURE: secret }],
    ['DEV_CHAIN_FINALITY', { DEV_CHAIN_FINALITY: '-1' }],
    ['CRASH_AT', { CRASH_AT: 'somewhere' }],
    ['SIGNER', { SIGNER: secret }],
    ['SIGNER_USER', { SIGNER: 'process', SIGNER_USER: `${secret}/` }],
    ['SERVICE_USER', { SIGNER: 'process', SERVICE_USER: `${secret}/` }],
    ['SERVICE_USER needs SIGNER=process', { SERVICE_USER: '61001' }],
    ['BANK_RAIL', { BANK_RAIL: secret }],
    ['BANK_FILES_SECONDS', { BANK_FILES_SECONDS: '0' }],
    ['SMS_PER_HOUR', { SMS_PER_HOUR: '0' }],
    ['UPSTREAM_TOKEN', { UPSTREAM_URL: 'https://a.example', UPSTREAM_TOKEN: secret }],
    ['UPSTREAM_TOKEN', { UPSTREAM_URL: 'https://a.example' }],
    ['SMTP_URL', { SMTP_URL: `http://${secret}` }],
    ['CORRIDOR_PORT is not a setting. Did you mean PORT?', { CORRIDOR_PORT: secret }],
    ['CORRIDOR_SECRET', { CORRIDOR_SECRET: secret }],
  ])('%s', (named, environment) => {
    const message = refusal(environment)
    expect(message).toContain(named)
    expect(message).not.toContain(secret)
  })
  test('the metrics have another port than the rest', () => {
    expect(refusal({ METRICS_PORT: '8787' })).toContain('METRICS_PORT must be another port')
    expect(readConfig({ METRICS_PORT: '9100' }, home).METRICS_PORT).toBe(9100)
  })

  test('all problems are reported at once', () => {
    const message = refusal({ PORT: 'x', SEED: 'y', CORRIDOR_Z: 'z' })
    for (const name of ['PORT', 'SEED', 'CORRIDOR_Z']) expect(message).toContain(name)
  })
})

describe('corridor.env', () => {
  const write = (text: string) => writeFileSync(join(home, '.data/corridor.env'), text)

  test('it sets what the environment does not', () => {
    write(
      '# of this machine\nPORT=9001\n\nBASE_URL="https://a.example"\nSEED = none'.replace(
        ' = ',
        '=',
      ),
    )
    expect(readConfig({ PORT: '9002' }, home)).toMatchObject({
      PORT: 9002,
      BASE_URL: 'https://a.example',
      SEED: 'none',
    })
  })
  test.each([
    ['PROT in', 'PROT=1'],
    ['Did you mean PORT?', 'PORTS=1'],
    ['line 2', 'PORT=1\nexport SEED=none'],
    ['PORT is there twice', 'PORT=1\nPORT=2'],
    ['DATA_DIR cannot be set', 'DATA_DIR=/elsewhere'],
    ['SEED', 'SEED=some'],
  ])('%s: a line that is not understood stops the start', (named, text) => {
    write(text)
    expect(refusal({})).toContain(named)
  })
})

describe('live', () => {
  test('everything real is enough, and the bank is reached by files', () => {
    expect(readConfig(live, home)).toMatchObject({ ENVIRONMENT: 'live', BANK_RAIL: 'iso20022' })
    expect(readConfig({ ...live, BANK_FILES_DIR: '../bank' }, join(home, 'x'))).toMatchObject({
      BANK_FILES_DIR: join(home, 'bank'),
    })
  })
  test('it is refused with the simulated bank', () => {
    expect(refusal({ ...live, BANK_RAIL: 'simulated' })).toContain('BANK_RAIL must be iso20022')
  })
  test.each([
    'KEK_FILE',
    'SIGNER_KEY_FILE',
    'BASE_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'SMS_URL',
    'SCREENING_LIST',
    'EVM_RPC_URL',
  ])('it is refused without %s', (key) => {
    expect(refusal({ ...live, [key]: '' })).toContain(`${key} is missing`)
  })
  test.each([
    ['SEED', 'none'],
    ['RATE_LIMIT', 'off'],
    ['COOKIE_INSECURE', 'on'],
    ['DEV_CHAIN_FINALITY', '3'],
    ['CRASH_AT', 'broadcast:after_commit'],
  ])('it is refused with the sandbox’s %s', (key, value) => {
    expect(refusal({ ...live, [key]: value })).toContain(`${key} is for the sandbox only`)
  })
  test('it is refused on plain http', () => {
    expect(refusal({ ...live, BASE_URL: 'http://corridor.example' })).toContain('https')
  })
  test('it is refused with the key among the data, also behind a link', () => {
    symlinkSync(join(home, '.data'), join(home, 'elsewhere'))
    for (const path of ['.data/kek', '.data/sub/../kek', 'elsewhere/kek']) {
      expect(refusal({ ...live, KEK_FILE: join(home, path) })).toContain('outside DATA_DIR')
      expect(refusal({ ...live, SIGNER_KEY_FILE: join(home, path) })).toContain('outside DATA_DIR')
    }
    expect(refusal({ ...live, KEK_FILE: join(home, '.data-key') })).toBe('')
  })
})
