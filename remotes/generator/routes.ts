import { defineRoutes } from '@encre/protocol/release'

export const routes = defineRoutes([
  {
    path: '/generator',
    access: 'member',
    lang: 'fr',
    title: 'Créer',
    header: { label: 'Créer', order: 10 },
    prefetch: ['/api/generator/options', '/api/generator/generations'],
  },
])
