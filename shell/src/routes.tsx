import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { AboutPage } from './about-page.tsx'
import type { RemoteRoute } from './federation/composition.ts'
import { RemotePage } from './federation/remote-page.tsx'
import { HomePage } from './home-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const SignInPage = lazy(async () => ({ default: (await import('./auth/sign-in-page.tsx')).SignInPage }))
const SignUpPage = lazy(async () => ({ default: (await import('./auth/sign-up-page.tsx')).SignUpPage }))
const ForgotPasswordPage = lazy(async () => ({ default: (await import('./auth/forgot-password-page.tsx')).ForgotPasswordPage }))
const CallbackPage = lazy(async () => ({ default: (await import('./auth/callback-page.tsx')).CallbackPage }))

/** The map of the site: the shell's own pages, then whatever pages the remotes of this composition have. */
export function ShellRoutes({ remoteRoutes, atTenant }: { remoteRoutes: RemoteRoute[]; atTenant: boolean }) {
  return (
    <Suspense>
      <Routes>
        <Route path="/" element={<HomePage />} />
        <Route path="/about" element={<AboutPage />} />
        <Route path="/sign-in" element={<SignInPage atTenant={atTenant} />} />
        <Route path="/sign-up" element={<SignUpPage atTenant={atTenant} />} />
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
        <Route path="/callback" element={<CallbackPage />} />
        {remoteRoutes.map((route) => (
          <Route key={route.path} path={route.path} element={<RemotePage route={route} />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  )
}
