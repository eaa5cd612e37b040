import { hasPrograms } from './drivers/engine.ts';
import { startFirefox } from './drivers/firefox.ts';
import { describeFlows } from './flows.ts';

describeFlows('Firefox', startFirefox, hasPrograms('Firefox', { name: 'firefox-esr', probe: '--version' }));
