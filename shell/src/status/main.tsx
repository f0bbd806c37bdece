import '@encre/ui/tokens.css'
import '../global.css'
import { createRoot } from 'react-dom/client'
import { StatusPage } from './status-page.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(<StatusPage />)
