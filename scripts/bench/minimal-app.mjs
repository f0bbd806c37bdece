// A minimal federated React application with routes. The benchmark compares the home page's
// JavaScript with it.
import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import {
  BrowserRouter,
  Navigate,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom'

function Page() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const type = useNavigationType()
  const [Remote, setRemote] = useState(null)
  const handleClick = async () => {
    const { runtime } = await import(
      /* webpackChunkName: "federation" */ '../../shell/src/federation/runtime.ts'
    )
    runtime.registerRemotes([{ name: 'remote', entry: '/remote-entry.js', type: 'global' }])
    const { Remote } = await runtime.loadRemote('remote/remote')
    setRemote(() => Remote)
    navigate('/')
  }
  return createElement(
    'button',
    { type: 'button', onClick: handleClick },
    pathname,
    type,
    Remote && createElement(Remote),
  )
}

const routes = createElement(
  Routes,
  null,
  createElement(Route, { path: '/', element: createElement(Page) }),
  createElement(Route, { path: '*', element: createElement(Navigate, { to: '/' }) }),
)
createRoot(document.getElementById('root')).render(createElement(BrowserRouter, null, routes))
