import { Hono } from 'hono'
import { type Endpoint, operations } from '@corridor/contract'
import type { ApprovalGate } from '../api/approval-gate.ts'
import { commonHeaders, noLimit } from '../api/common-headers.ts'
import { createMetrics, metricsAnswer } from '../api/metrics.ts'
import { type AllHandlers, mountPartnerApi } from '../api/mount.ts'
import { referencePages } from '../api/openapi/pages.ts'
import type { ServiceTime } from '../api/service-time.ts'
import { streamAnswer } from '../api/stream.ts'
import { buildDashboard } from '../dashboard/app.ts'
import type { ApprovalService } from '../modules/approvals/service.ts'
import { createApprovals } from './approvals.ts'
import type { Deps } from '../ports/deps.ts'
import { downloadAnswer } from '../api/download.ts'
import { recordOpenedDocument } from '../modules/kyc/submission/documents.ts'
import { exportDownload } from '../modules/exports/download.ts'
import { exportHandlers } from '../modules/exports/handlers.ts'
import { createExportService } from '../modules/exports/service.ts'
import type { FindServed } from '../modules/exports/walk.ts'
import { auditHandlers } from '../modules/audit/handlers.ts'
import { keyHandlers } from '../modules/access/handlers.ts'
import { createAuthenticator } from '../modules/access/keys/authenticate.ts'
import { createRequestRecorder, type RequestRecorder } from '../modules/access/requests/recorder.ts'
import { createAdding } from '../modules/accounts/external/adding.ts'
import type { ExternalServices } from '../modules/accounts/external-handlers.ts'
import { createExternalService } from '../modules/accounts/external/service.ts'
import { accountHandlers } from '../modules/accounts/handlers.ts'
import { linkPages } from '../modules/accounts/linking/page-handlers.ts'
import { createLinkService } from '../modules/accounts/linking/service.ts'
import { proofPages } from '../modules/accounts/proof/page-handlers.ts'
import { createProofService } from '../modules/accounts/proof/service.ts'
import { entityHandlers } from '../modules/entities/handlers.ts'
import { fieldIssues } from '../modules/entities/rules.ts'
import { createPersonService } from '../modules/kyc/persons/service.ts'
import { createEntityService } from '../modules/entities/service.ts'
import { figureHandlers } from '../modules/figures/handlers.ts'
import { kycHandlers } from '../modules/kyc/handlers.ts'
import { createKycService } from '../modules/kyc/service.ts'
import { liquidityHandlers } from '../modules/liquidity/handlers.ts'
import { partnerReads } from '../modules/liquidity/partner-handlers.ts'
import { noteHandlers } from '../modules/notes/handlers.ts'
import { payinRouteHandlers } from '../modules/payin-routes/handlers.ts'
import { partnerHandlers } from '../modules/partners/handlers.ts'
import { createPartnerService } from '../modules/partners/service.ts'
import { searchHandlers } from '../modules/search/handlers.ts'
import { sandboxHandlers } from '../modules/sandbox/handlers.ts'
import { controls } from '../modules/sandbox/controls.ts'
import { createSandboxService } from '../modules/sandbox/service.ts'
import { transferHandlers } from '../modules/transfers/handlers.ts'
import { travelCallback } from '../modules/transfers/travel/callback.ts'
import type { TransferService } from '../modules/transfers/service.ts'
import { walletHandlers } from '../modules/wallets/handlers.ts'
import type { WalletService } from '../modules/wallets/service.ts'
import { eventIssues } from '../modules/webhooks/endpoint/event-selection.ts'
import { webhookHandlers } from '../modules/webhooks/handlers.ts'
import { createWebhookService } from '../records/events/history.ts'
import { createStreamHub } from '../records/events/stream-hub.ts'
import type { AnyHandler } from '../api/handlers.ts'

export type Services = { transfers: TransferService; wallets: WalletService }
export type App = {
  /** Everything, as the browser and partners reach it. */
  all: Hono
  /** `/metrics` alone, for a port of its own. */
  metrics: Hono
  /** The partner API alone: what the dashboard forwards to. */
  partnerApi: Hono
  /** Ends the open streams, which would otherwise hold a stop up. */
  closeStreams: () => void
  /** Calls of programs, written beside them. */
  requestLog: Pick<RequestRecorder, 'flush' | 'close'>
  approvals: ApprovalService
  gate: ApprovalGate
  /** Operations with their handlers, for what calls them by itself. */
  served: FindServed
}
export type Readiness = { isReady(): boolean }

/** Puts the service together. Never listens, never reads the environment. */
export function buildApp(
  deps: Deps,
  services: Services,
  serviceTime: ServiceTime,
  readiness: Readiness,
): App {
  const metrics = createMetrics(deps.metrics)
  const requestLog = createRequestRecorder(deps)
  const stream = streamAnswer(createStreamHub(deps), deps.wake)
  const adding = createAdding(deps)
  const links = createLinkService(deps, adding)
  const proofs = createProofService(deps)
  const accounts = { external: createExternalService(deps), adding, links, proofs }
  const under = createApprovals(deps)
  const served = createServed()
  const below = allHandlers(deps, { ...services, accounts }, serviceTime)
  const exports = exportHandlers(createExportService(deps, served.find), deps)
  const handlers: AllHandlers = {
    ...below,
    ...under.handlers,
    exports: exports.exports,
    transfers: { ...below.transfers, ...under.transferHandlers, ...exports.transfers },
  }
  under.serve(handlers)
  served.serve(handlers)
  const partnerApi = mountPartnerApi({
    deps,
    handlers,
    gate: under.gate,
    authenticator: createAuthenticator(deps),
    serviceTime,
    metrics,
    log: requestLog,
    stream: stream.answer,
    furtherChecks: {
      'entities.create': fieldIssues,
      'entities.update': fieldIssues,
      'webhooks.register': eventIssues,
    },
  })
  const all = new Hono()
  const headers = () => commonHeaders(serviceTime, deps.ids.make('req'), noLimit)
  all.get('/healthz', (c) => c.json({ status: 'ok' }, 200, headers()))
  all.get('/readyz', (c) =>
    readiness.isReady()
      ? c.json({ status: 'ready' }, 200, headers())
      : c.json({ status: 'starting' }, 503, { ...headers(), 'Retry-After': '1' }),
  )
  const metricsOnly = new Hono().get('/metrics', metricsAnswer(deps, headers))
  const { ENVIRONMENT, METRICS_PORT } = deps.config
  if (ENVIRONMENT === 'live' || METRICS_PORT !== undefined) all.get('/metrics', (c) => c.notFound())
  else all.route('/', metricsOnly)
  all.route('/', referencePages(deps, headers))
  all.route('/', files(deps, serviceTime))
  all.route('/', linkPages(deps, links))
  all.route('/', proofPages(deps, proofs))
  all.route('/', travelCallback(deps))
  all.route('/', partnerApi)
  all.route('/', buildDashboard(deps, partnerApi))
  return {
    all,
    metrics: metricsOnly,
    partnerApi,
    closeStreams: stream.closeAll,
    requestLog,
    approvals: under.service,
    gate: under.gate,
    served: served.find,
  }
}

/** Files that are read by a link. */
function files(deps: Deps, serviceTime: ServiceTime): Hono {
  const download = downloadAnswer(deps, serviceTime, recordOpenedDocument)
  const downloadExport = exportDownload(deps, serviceTime)
  return new Hono()
    .get('/files/:token', (c) => download(c.req.param('token')))
    .get('/files/exports/:token', (c) => downloadExport(c.req.param('token')))
}

type Handlers = Omit<AllHandlers, 'approvals' | 'exports' | 'transfers'> & {
  transfers: ReturnType<typeof transferHandlers>
}

function allHandlers(
  deps: Deps,
  { transfers, wallets, accounts }: Services & { accounts: ExternalServices },
  serviceTime: ServiceTime,
): Handlers {
  const kyc = createKycService(deps)
  return {
    entities: entityHandlers(createEntityService(deps), createPersonService(deps), deps),
    kyc: kycHandlers(kyc, deps),
    accounts: accountHandlers(accounts, deps),
    transfers: transferHandlers(transfers, deps),
    partners: { ...partnerHandlers(createPartnerService(deps)), ...partnerReads(deps) },
    keys: keyHandlers(deps),
    wallets: walletHandlers(wallets, deps),
    figures: figureHandlers(deps),
    payinRoutes: payinRouteHandlers(deps),
    liquidity: liquidityHandlers(deps),
    audit: auditHandlers(deps),
    notes: noteHandlers(deps),
    webhooks: webhookHandlers(createWebhookService(deps), deps),
    search: searchHandlers(deps),
    sandbox: {
      ...sandboxHandlers(createSandboxService(deps, serviceTime), deps),
      ...controls(deps, kyc, accounts.external),
    },
  }
}

/** Operations with their handlers by their ids, once all are there. */
function createServed(): { find: FindServed; serve: (handlers: AllHandlers) => void } {
  const byId = new Map<string, { endpoint: Endpoint; handler: AnyHandler<Endpoint> }>()
  return {
    find: (id) => {
      const found = byId.get(id)
      if (!found) throw new Error(`no operation ${id}`)
      return found
    },
    serve: (handlers) => {
      for (const [module, endpoints] of Object.entries<Record<string, Endpoint>>(operations)) {
        const ofModule = handlers[module as keyof AllHandlers] as Record<
          string,
          AnyHandler<Endpoint> | undefined
        >
        for (const [name, endpoint] of Object.entries(endpoints)) {
          const handler = ofModule[name]
          if (handler) byId.set(endpoint.id, { endpoint, handler })
        }
      }
    },
  }
}
