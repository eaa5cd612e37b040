import { hasPrograms } from './drivers/engine.ts';
import { startWebKit } from './drivers/webkit.ts';
import { describeFlows } from './flows.ts';

const isInstalled = hasPrograms(
  'WebKitGTK',
  { name: 'WebKitWebDriver', probe: '--help' },
  { name: 'Xvfb', probe: '-help' },
);
describeFlows('WebKitGTK', startWebKit, isInstalled);
