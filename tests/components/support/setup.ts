import '#web/styles/app.css';
import { beforeEach } from 'vitest';

// Forms keep what is typed: a test begins with nothing of the one before.
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
