import { Agent, request } from 'node:http';
import { osmandPath } from '../wire/osmand.ts';
import { completeReport, type Report } from '../wire/report.ts';
import type { Tracker, TrackerAddress } from './tracker.ts';

/** A tracker that makes an HTTP request of each report, over one connection that is kept. */
export function createHttpTracker(address: TrackerAddress): Tracker {
  const { uniqueId, host, port, answerTimeoutMs } = address;
  let agent = new Agent({ keepAlive: true, maxSockets: 1 });

  function send(report: Report): Promise<void> {
    return new Promise((resolve, reject) => {
      const path = osmandPath(uniqueId, report);
      const sent = request({ host, port, path, method: 'GET', agent, timeout: answerTimeoutMs }, (answer) => {
        answer.resume();
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`answered ${answer.statusCode}`));
        });
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
      sent.on('error', reject);
      sent.end();
    });
  }

  return {
    uniqueId,
    connect: () => {
      agent = new Agent({ keepAlive: true, maxSockets: 1 });
      return Promise.resolve();
    },
    sendPosition: (report) => send(completeReport(report)),
    sendPositions: async (reports) => {
      for (const report of reports) await send(report);
    },
    sendHeartbeat: () => undefined,
    close: () => {
      agent.destroy();
      return Promise.resolve();
    },
  };
}
