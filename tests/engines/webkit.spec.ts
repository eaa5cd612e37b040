import { hasPrograms } from './drivers/engine.ts';
import { startWebKit } from './drivers/webkit.ts';
import { describeFlows } from './flows.ts';

describeFlows('WebKitGTK', startWebKit, hasPrograms('WebKitGTK', 'WebKitWebDriver', 'Xvfb'));
