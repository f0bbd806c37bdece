import { defineRoutes } from '@encre/protocol/release'

export const routes = defineRoutes([
  {
    path: '/gallery',
    access: 'member',
    lang: 'fr',
    title: 'Mes Designs',
    header: { label: 'Mes Designs', visitorLabel: 'Galerie', order: 20 },
    prefetch: ['/api/gallery/designs'],
  },
  {
    path: '/gallery/:id',
    access: 'member',
    lang: 'fr',
    title: 'Atelier',
    prefetch: [
      '/api/gallery/designs/:id',
      '/api/gallery/designs/:id/settings',
      '/api/gallery/designs/:id/links',
    ],
  },
  { path: '/calque', access: 'public', lang: 'fr', title: 'Votre dessin en calque' },
  { path: '/lettrage', access: 'public', lang: 'fr', title: 'Lettrage' },
])
