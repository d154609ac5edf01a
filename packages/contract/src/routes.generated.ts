// Written by npm run routes from src/operations.ts; do not edit.
import { sandbox } from './sandbox-routes.generated.ts'
import * as service from './service-routes.generated.ts'

export type { Route } from './service-routes.generated.ts'

export const routes = { ...service, sandbox }
