import type { Route } from '@encre/protocol/release'

export const routes: Route[] = [{ path: '/gallery', access: 'member', lang: 'fr', title: 'Mes Designs' }]
