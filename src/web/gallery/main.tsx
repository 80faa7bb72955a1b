import './gallery.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { watchTheme } from '../app/theme.ts';
import { Gallery } from './gallery.tsx';

watchTheme();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
