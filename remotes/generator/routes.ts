import type { Route } from '@encre/protocol/release'

export const routes: Route[] = [
  {
    path: '/generator',
    access: 'member',
    lang: 'fr',
    title: 'Créer',
    header: { label: 'Créer', order: 10 },
    prefetch: ['/api/generator/options', '/api/generator/generations'],
  },
]
